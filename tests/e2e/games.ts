import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { CreateEvent, EventForm } from '../../domain/events/form-contract.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import { aGame } from '../setup/a-game.ts'
import { test } from './fixtures.ts'

/** Where it is day now, for offers are made by day only. Between them the two cover all hours. */
const isDayInAustin = () => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', hourCycle: 'h23' }).format(Date.now()),
  )
  return hour >= 8 && hour < 22
}
const perth = { placeId: null, name: 'Swan River Courts', address: '1 Barrack St, Perth', lat: -31.95, lng: 115.86 }
export const whereItIsDay = () => (isDayInAustin() ? aGame().where : perth)

export const sunriseOpenPlay = {
  title: 'Saturday sunrise open play',
  description: 'Round robin on two courts, new partner every fifteen minutes. Bring a paddle if you have one, we keep four spares.',
  levelMin: 2,
  levelMax: 3,
  capacity: 12,
} satisfies Partial<EventForm>

/** As whoever this request is signed in as. Answers the game's id. */
export async function putUpGame(
  request: APIRequestContext,
  form: Partial<EventForm> = {},
  more: Partial<CreateEvent> = {},
): Promise<string> {
  const made = await request.post('/api/events', {
    data: {
      form: aGame(form),
      repeat: null,
      publish: { when: 'now' },
      idempotencyKey: `e2e-${crypto.randomUUID()}`,
      ...more,
    } satisfies CreateEvent,
  })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: string }).id
}

let people = 0

/** Someone of their own, in a browser without a window. */
export async function enterAs(
  browser: Browser,
  name: string,
): Promise<{ context: BrowserContext; request: APIRequestContext; id: string }> {
  people += 1
  const id = `game-${test.info().project.name}-${Date.now().toString(36)}-${people}`
  const context = await browser.newContext()
  const { request } = context
  const viewer = { id, name, emailVerified: true, profileComplete: true }
  expect((await request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  return { context, request, id }
}

export async function joinGame(request: APIRequestContext, id: string, how: Partial<JoinEvent> = {}): Promise<void> {
  const joined = await request.put(`/api/events/${id}/me`, { data: how })
  expect(joined.status(), await joined.text()).toBe(200)
}

/** Until this page works without a network: the screens are kept by the service worker, and what it saw of this game by the app. */
export async function untilKept(page: Page, gameId: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 40_000 })
  const isSeen = (id: string) =>
    new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open('gather')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const seen = opening.result.transaction('seen').objectStore('seen').getAll()
        seen.onerror = () => reject(seen.error)
        seen.onsuccess = () => {
          opening.result.close()
          resolve(JSON.stringify(seen.result).includes(id))
        }
      }
    })
  await expect.poll(() => page.evaluate(isSeen, gameId)).toBe(true)
}
