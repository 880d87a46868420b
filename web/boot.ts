import { hc } from 'hono/client'
import type { Boot } from '../domain/boot.ts'
import { bootElementId } from '../domain/boot-element.ts'
import { getConfigDefaults } from '../domain/config/defaults.ts'
import { defaultPlatform } from '../domain/platforms.ts'
import type { SessionRoutes } from '../worker/access/routes.ts'
import type { ConfigRoutes } from '../worker/config/routes.ts'
import { isLogoutUnfinished } from './accounts/unfinished-logout.ts'
import { ApiError, readAnswer } from './api.ts'
import { withStorage } from './storage.ts'

const storageKey = 'boot'

/**
 * The data the app starts with: inlined in the page by the Worker, else requested from the API, else (offline) saved by the last
 * page. Throws if the server refuses.
 */
export async function loadBoot(): Promise<{ boot: Boot; isFromServer: boolean }> {
  const answered = readInlinedBoot() ?? (await fetchBoot())
  const foundBoot = answered ?? (await readSavedBoot()) ?? defaultBoot
  const boot = isLogoutUnfinished() ? { ...foundBoot, session: { viewer: null }, queries: [] } : foundBoot
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify({ ...boot, requestId: null, queries: [] })))
  return { boot, isFromServer: answered !== null }
}

/** The Worker wrote it into this very page, so only a page that was cut off on its way has one that cannot be read. */
function readInlinedBoot(): Boot | null {
  const text = document.getElementById(bootElementId)?.textContent
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An older release may have saved it, so it is checked. Pages that are online load without the code that does it. */
async function readSavedBoot(): Promise<Boot | null> {
  const text = withStorage((storage) => storage.getItem(storageKey))
  if (text === null) return null
  const parser = await import('./parse-boot.ts').catch(() => null)
  return parser?.parseBoot(text) ?? null
}

async function fetchBoot(): Promise<Boot | null> {
  try {
    const [config, session] = await Promise.all([
      readAnswer(hc<ConfigRoutes>('/api/config').index.$get()),
      readAnswer(hc<SessionRoutes>('/api/session').index.$get()),
    ])
    return { requestId: null, config, session, queries: [] }
  } catch (error) {
    // Our server refused. Other error answers, for example from the Wi-Fi of a café, do not come from our server.
    if (error instanceof ApiError && error.status < 500 && error.code !== 'Unexpected') throw error
    // We are offline or the server is down. The shell can still open with the data saved by the last page.
    return null
  }
}

/** For a signed-out user on a device that has no saved data. */
export const defaultBoot: Boot = {
  requestId: null,
  config: {
    platform: defaultPlatform,
    version: 'unknown',
    host: 'product',
    productUrl: location.origin,
    contactEmail: null,
    googleSignIn: false,
    wallets: [],
    demoAccounts: [],
    map: { tiles: null, geocoder: false },
    flags: getConfigDefaults('production'),
  },
  session: { viewer: null },
  queries: [],
}
