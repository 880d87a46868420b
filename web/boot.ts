import { hc } from 'hono/client'
import * as v from 'valibot'
import { Boot, bootElementId } from '../domain/boot.ts'
import { configDefaults } from '../domain/config/rules.ts'
import { defaultPlatform } from '../domain/platforms.ts'
import type { SessionRoutes } from '../worker/access/routes.ts'
import type { ConfigRoutes } from '../worker/config/routes.ts'
import { isLogoutUnfinished } from './accounts/unfinished-logout.ts'
import { ApiError, readAnswer } from './api.ts'
import { withStorage } from './storage.ts'

const lastBoot = 'boot'

/** What the Worker inlined in this page; else asked for; else, offline, what held last time. Throws when the server refuses. */
export async function loadBoot(): Promise<Boot> {
  const inlined = readBoot(document.getElementById(bootElementId)?.textContent ?? null)
  const known = inlined ?? (await askForBoot()) ?? readBoot(withStorage((storage) => storage.getItem(lastBoot))) ?? strangerBoot
  const boot = isLogoutUnfinished() ? { ...known, session: { viewer: null }, queries: [] } : known
  withStorage((storage) => storage.setItem(lastBoot, JSON.stringify({ ...boot, requestId: null, queries: [] })))
  return boot
}

function readBoot(text: string | null): Boot | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Boot), text)
  return parsed.success ? parsed.output : null
}

async function askForBoot(): Promise<Boot | null> {
  try {
    const [config, session] = await Promise.all([
      readAnswer(hc<ConfigRoutes>('/api/config').index.$get()),
      readAnswer(hc<SessionRoutes>('/api/session').index.$get()),
    ])
    return { requestId: null, config, session, queries: [] }
  } catch (error) {
    // The server said no and means it. Words of anyone else, such as the Wi-Fi of a café, are no answer.
    if (error instanceof ApiError && error.status < 500 && error.code !== 'Unexpected') throw error
    // Offline, or the server is down: the shell still opens with what it knew last time.
    return null
  }
}

/** What holds for someone of whom nothing is known. */
export const strangerBoot: Boot = {
  requestId: null,
  config: {
    platform: defaultPlatform,
    version: 'unknown',
    host: 'product',
    productUrl: location.origin,
    googleSignIn: false,
    demoAccounts: [],
    map: { tiles: null, geocoder: false },
    flags: configDefaults('production'),
  },
  session: { viewer: null },
  queries: [],
}
