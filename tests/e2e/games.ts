import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { CreateEvent, EventForm } from '../../domain/events/form-contract.ts'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { test } from './fixtures.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

/** Seats are offered only during the day. At any hour it is day in Austin or in Perth. */
const isDayInAustin = () => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', hourCycle: 'h23' }).format(Date.now()),
  )
  return hour >= 8 && hour < 22
}
const perth = { placeId: null, name: 'Swan River Courts', address: '1 Barrack St, Perth', lat: -31.95, lng: 115.86 }
export const getPlaceInDaytime = () => (isDayInAustin() ? makeGameForm().where : perth)

export const sunriseOpenPlay = {
  title: 'Saturday sunrise open play',
  description: 'Round robin on two courts, new partner every fifteen minutes. Bring a paddle if you have one, we keep four spares.',
  levelMin: 2,
  levelMax: 3,
  capacity: 12,
} satisfies Partial<EventForm>

/** Publishes a game as the person who is signed in with this request context, and returns its id. */
export async function publishGame(
  request: APIRequestContext,
  form: Partial<EventForm> = {},
  otherFields: Partial<CreateEvent> = {},
): Promise<string> {
  const response = await request.post('/api/events', {
    data: {
      form: makeGameForm(form),
      repeat: null,
      publish: { when: 'now' },
      idempotencyKey: `e2e-${crypto.randomUUID()}`,
      ...otherFields,
    } satisfies CreateEvent,
  })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

let personCount = 0

/** Signs in as a new person in a browser context of their own, without a page. */
export async function openContextAs(
  browser: Browser,
  name: string,
): Promise<{ context: BrowserContext; request: APIRequestContext; id: string }> {
  personCount += 1
  const id = `game-${test.info().project.name}-${Date.now().toString(36)}-${personCount}`
  const context = await browser.newContext()
  const { request } = context
  const viewer = { id, name, emailVerified: true, profileComplete: true }
  expect((await request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  return { context, request, id }
}

export async function joinGame(request: APIRequestContext, id: string, options: Partial<JoinEvent> = {}): Promise<void> {
  const response = await request.put(`/api/events/${id}/me`, { data: options })
  expect(response.status(), await response.text()).toBe(200)
}

/** Waits until a game can be opened offline: the service worker has the screens, and the app has saved the game. */
export async function waitUntilSavedForOffline(page: Page, gameId: string): Promise<void> {
  await waitForServiceWorker(page)
  const isSaved = (id: string) =>
    new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open('gather')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const seen = opening.result.transaction('seen').objectStore('seen').getAll()
        seen.onerror = () => reject(seen.error)
        seen.onsuccess = () => {
          opening.result.close()
          resolve(JSON.stringify(seen.result).includes(`"queryKey":["events","${id}"`))
        }
      }
    })
  await expect.poll(() => page.evaluate(isSaved, gameId)).toBe(true)
}
