import { type CDPSession, expect, type Page, type Worker } from '@playwright/test'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { test } from './fixtures.ts'

const message: PushMessage = { title: 'Sunrise open play', body: 'Dana took a seat.', path: '/discover/city-search', tag: 'seat-1' }

type Phone = {
  /** Hands over a push as the browser's push service would. */
  push: (data: unknown) => Promise<void>
  /** Resolves when the worker has shown so many, counting those that replaced another. */
  hasShown: (count: number) => Promise<void>
  notifications: () => Promise<{ title: string; body: string; tag: string }[]>
  worker: Worker
}

/** A browser that allowed notifications and is ready to be pushed to. */
async function allowPushes(page: Page, origin: string): Promise<Phone> {
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin })
  const devtools = await context.newCDPSession(page)
  const registration = waitForRegistration(devtools, origin)
  await page.goto('/')
  const registrationId = await registration
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker to push to.')
  await countShown(worker)
  return {
    push: async (data) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text })
    },
    hasShown: (count) => expect.poll(() => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)).toBe(count),
    notifications: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      }),
    worker,
  }
}

/**
 * Chromium forgets a notification when it is asked for its notifications while that one is on its way to the screen
 * (16 of 150 in a loop that asked at once), so tests wait for what the worker says and ask afterwards.
 */
const countShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shown = 0
    scope.registration.showNotification = async (...how) => {
      await show(...how)
      scope.shown += 1
    }
  })

async function waitForRegistration(devtools: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

/** What a service worker knows that a page does not, as far as these tests need it. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  shown: number
  clients: { openWindow: (url: string) => Promise<null>; matchAll: (options: { type: 'window' }) => Promise<unknown[]> }
  NotificationEvent: new (name: string, init: { notification: Notification }) => Event & { waitUntil: (promise: Promise<unknown>) => void }
}

/** Taps the notification of this tag, and tells which page was opened anew for it. */
const tap = (worker: Worker, tag: string) =>
  worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as WorkerScope
    const opened: string[] = []
    // A browser opens windows for a real finger only.
    scope.clients.openWindow = async (url) => {
      opened.push(url)
      return null
    }
    const [notification] = await scope.registration.getNotifications({ tag: wanted })
    if (!notification) throw new Error('There is no notification to tap.')
    const event = new scope.NotificationEvent('notificationclick', { notification })
    const done: Promise<unknown>[] = []
    event.waitUntil = (promise) => {
      done.push(promise)
    }
    scope.dispatchEvent(event)
    const outcomes = await Promise.allSettled(done)
    return { opened, refusals: outcomes.filter(({ status }) => status === 'rejected').length }
  }, tag)

const countTabs = (worker: Worker) =>
  worker.evaluate(async () => (await (globalThis as unknown as WorkerScope).clients.matchAll({ type: 'window' })).length)

test('a push shows one notification, also when it is delivered twice; a tap brings the open tab to its page @whole-browser', async ({
  page,
  baseURL,
}) => {
  const { push, hasShown, notifications, worker } = await allowPushes(page, baseURL ?? '')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  // What is none of ours shows nothing: pushes are handled in turn, and the others are counted after it.
  await push({ ...message, path: '//evil.example', tag: 'evil' })
  await push('no json')
  await push({ ...message, title: 'Full', tag: 'seat-2' })
  await push(message)
  await push(message)
  await hasShown(3)
  expect((await notifications()).map(({ title, body, tag }) => `${tag}: ${title}. ${body}`).sort()).toEqual([
    'seat-1: Sunrise open play. Dana took a seat.',
    'seat-2: Full. Dana took a seat.',
  ])

  const { opened } = await tap(worker, 'seat-1')
  await expect(page).toHaveURL(`${baseURL}/discover/city-search`)
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
  expect(opened, 'another window though one was open').toEqual([])
  expect((await notifications()).map(({ tag }) => tag)).toEqual(['seat-2'])
  expect(await page.evaluate(() => 'isSamePage' in window), 'the tab was not loaded anew').toBe(true)
})

test('a tap opens a tab of its own beside unsaved words, and where none is open @whole-browser', async ({ page, baseURL }) => {
  const { push, hasShown, worker } = await allowPushes(page, baseURL ?? '')
  await page.goto('/_ui')
  const name = page.getByLabel('Name of the game')
  await name.fill('Sunrise open play')
  await push(message)
  await hasShown(1)
  expect(await tap(worker, 'seat-1')).toEqual({ opened: ['/discover/city-search'], refusals: 0 })
  await expect(page).toHaveURL(`${baseURL}/_ui`)
  await expect(name).toHaveValue('Sunrise open play')

  await push(message)
  await hasShown(2)
  await page.goto('about:blank')
  await expect.poll(() => countTabs(worker)).toBe(0)
  expect(await tap(worker, 'seat-1')).toEqual({ opened: ['/discover/city-search'], refusals: 0 })
})
