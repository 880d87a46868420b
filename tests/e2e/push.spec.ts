import { expect, type Page, type Worker } from '@playwright/test'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { test, testWithOwnProduct } from './fixtures.ts'
import { moveClock } from './move-clock.ts'
import { openOtherPage, signInAsNewPerson, waitForSave } from './people.ts'
import { waitForRegistration, waitForServiceWorker } from './wait-for-service-worker.ts'

for (const each of [test, testWithOwnProduct]) each.use({ serviceWorkers: 'allow' })

const message: PushMessage = { title: 'Sunrise open play', body: 'Dana took a seat.', path: '/discover/city-search', tag: 'seat-1' }

type PushTarget = {
  /** Delivers a push message as the browser's push service would. */
  push: (data: unknown) => Promise<void>
  /** Waits until the worker has shown this many notifications, including those that replaced another one. */
  hasShown: (count: number) => Promise<void>
  notifications: () => Promise<{ title: string; body: string; tag: string }[]>
  worker: Worker
}

/** Allows notifications in the browser, and returns what a test needs to send push messages to it. */
async function allowPushes(page: Page, origin: string): Promise<PushTarget> {
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin })
  const devtools = await context.newCDPSession(page)
  const registration = waitForRegistration(devtools, origin)
  await page.goto('/')
  const registrationId = await registration
  await waitForServiceWorker(page)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker to push to.')
  await countNotifications(worker)
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
 * Counts the notifications that the worker has shown. Tests wait for this count before they list notifications: if Chromium
 * is asked for the list while it is about to show a notification, it loses that notification (16 of 150 in a loop).
 */
const countNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shown = 0
    scope.registration.showNotification = async (...args) => {
      await show(...args)
      scope.shown += 1
    }
  })

/** The parts of a service worker's global scope that these tests need. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  shown: number
  clients: { openWindow: (url: string) => Promise<null>; matchAll: (options: { type: 'window' }) => Promise<unknown[]> }
  NotificationEvent: new (
    name: string,
    init: { notification: Notification; action: string; reply?: string },
  ) => Event & { waitUntil: (promise: Promise<unknown>) => void }
}

/** Taps the notification with this tag, and returns the pages that it opened in a new tab. */
const tapNotification = (worker: Worker, tag: string, button = '', reply?: string) =>
  worker.evaluate(
    async ([wantedTag = '', action = '', text]) => {
      const scope = globalThis as unknown as WorkerScope
      const opened: string[] = []
      // A browser only opens windows after a real tap, so we record the call instead.
      scope.clients.openWindow = async (url) => {
        opened.push(url)
        return null
      }
      const [notification] = await scope.registration.getNotifications({ tag: wantedTag })
      if (!notification) throw new Error('There is no notification to tap.')
      const event = new scope.NotificationEvent('notificationclick', { notification, action })
      // Only some systems have a field for text in a notification.
      if (text !== undefined) Object.defineProperty(event, 'reply', { value: text })
      const done: Promise<unknown>[] = []
      event.waitUntil = (promise) => {
        done.push(promise)
      }
      scope.dispatchEvent(event)
      const outcomes = await Promise.allSettled(done)
      return { opened, refusals: outcomes.filter(({ status }) => status === 'rejected').length }
    },
    [tag, button, reply] as const,
  )

const countTabs = (worker: Worker) =>
  worker.evaluate(async () => (await (globalThis as unknown as WorkerScope).clients.matchAll({ type: 'window' })).length)

test('a push shows one notification even if it is delivered twice, and a tap opens its page in the open tab @whole-browser', async ({
  page,
  baseURL,
}) => {
  const { push, hasShown, notifications, worker } = await allowPushes(page, baseURL ?? '')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  // Invalid messages show nothing. Messages are handled in order, so the count below includes these two.
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

  const { opened } = await tapNotification(worker, 'seat-1')
  await expect(page).toHaveURL(`${baseURL}/discover/city-search`)
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
  expect(opened, 'a new window was opened although a tab was open').toEqual([])
  expect((await notifications()).map(({ tag }) => tag)).toEqual(['seat-2'])
  expect(await page.evaluate(() => 'isSamePage' in window), 'the tab was reloaded').toBe(true)
})

test('a tap opens a new tab if the open tab has unsaved changes, or if no tab is open @whole-browser', async ({ page, baseURL }) => {
  const { push, hasShown, worker } = await allowPushes(page, baseURL ?? '')
  await page.goto('/_ui')
  const name = page.getByLabel('Name of the game')
  await name.fill('Sunrise open play')
  await push(message)
  await hasShown(1)
  expect(await tapNotification(worker, 'seat-1')).toEqual({ opened: ['/discover/city-search'], refusals: 0 })
  await expect(page).toHaveURL(`${baseURL}/_ui`)
  await expect(name).toHaveValue('Sunrise open play')

  await push(message)
  await hasShown(2)
  await page.goto('about:blank')
  await expect.poll(() => countTabs(worker)).toBe(0)
  expect(await tapNotification(worker, 'seat-1')).toEqual({ opened: ['/discover/city-search'], refusals: 0 })
})

type SandboxBrowser = { id: string; endpoint: string; p256dh: string; auth: string }

/** Makes a browser of the sandbox's push service, and lets this page subscribe as it. Chromium has no push service without a network. */
async function subscribeAs(page: Page, sandboxUrl: string): Promise<SandboxBrowser> {
  const browser: SandboxBrowser = await (await page.request.post(`${sandboxUrl}/push/`)).json()
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem('subscribed')
        return true
      },
    }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes')
      return subscription as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') ? (subscription as unknown as PushSubscription) : null
  }, browser)
  return browser
}

const readReceived = async (page: Page, sandboxUrl: string, { id }: SandboxBrowser): Promise<string[]> => {
  const { messages } = await (await page.request.get(`${sandboxUrl}/push/${id}`)).json()
  return messages.map(({ text }: { text: string }) => text)
}

test('a person turns on alerts, tests the device, gets a real notice on it, and removes it @whole-browser', async ({
  page,
  browser,
  baseURL,
  sandboxUrl,
}) => {
  // Each message passes a queue, which waits for a second, and the page asks for steps every other second.
  const sandboxBrowser = await subscribeAs(page, sandboxUrl)
  const receiver = await signInAsNewPerson(page, 'Nadia Push', { getsNearbyNotifications: false })
  const { push, hasShown, notifications } = await allowPushes(page, baseURL ?? '')
  const received = () => readReceived(page, sandboxUrl, sandboxBrowser)

  await page.goto('/settings?tab=notification')
  await page.getByRole('button', { name: 'Get alerts on this device' }).click()
  const row = page.getByRole('list', { name: 'Devices with alerts' }).getByRole('listitem').first()
  await expect(row.getByText('This device')).toBeVisible()

  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(async () => (await received()).length, { timeout: 20_000 }).toBe(1)
  await expect(row.getByText('Taken by the push service', { exact: true })).toBeVisible({ timeout: 20_000 })
  await push((await received())[0])
  await hasShown(1)
  await expect(row.getByText('Shown on the device')).toBeVisible({ timeout: 20_000 })

  const other = await openOtherPage(browser)
  await signInAsNewPerson(other, 'Ola Sender')
  const follow = () => other.request.put(`/api/follows/${receiver.id}`)
  expect((await follow()).ok()).toBe(true)
  await expect.poll(async () => (await received()).length, { timeout: 20_000 }).toBe(2)
  await push((await received())[1])
  await hasShown(2)
  expect((await notifications()).map(({ title }) => title)).toContain('Ola Sender follows you')

  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Get alerts on this device' })).toBeVisible()
  expect((await (await page.request.get('/api/push')).json()).devices).toEqual([])
})

test.describe('a game that cannot be answered', () => {
  test.use({ allowedErrors: /404/ })

  test('a button of a notification answers the game, and says so if that fails @whole-browser', async ({ page, baseURL }) => {
    await signInAsNewPerson(page, 'Lara Lockscreen')
    const { push, hasShown, notifications, worker } = await allowPushes(page, baseURL ?? '')
    await push({ ...message, path: '/evt/no-such-game', game: { answer: 'join', eventId: 'no-such-game' } })
    await hasShown(1)
    await tapNotification(worker, 'seat-1', 'join')
    await hasShown(2)
    expect(await notifications()).toMatchObject([
      { title: 'Your answer was not saved', body: expect.stringContaining('Tap to open the game.') },
    ])
  })
})

test('a message arrives as a push, is answered from the notification, and opens at its place @whole-browser', async ({
  page,
  browser,
  baseURL,
  sandboxUrl,
}) => {
  const sandboxBrowser = await subscribeAs(page, sandboxUrl)
  const receiver = await signInAsNewPerson(page, 'Rita Reply', { getsNearbyNotifications: false })
  const { push, hasShown, notifications, worker } = await allowPushes(page, baseURL ?? '')
  await page.goto('/settings?tab=notification')
  await page.getByRole('button', { name: 'Get alerts on this device' }).click()
  await expect(page.getByRole('list', { name: 'Devices with alerts' }).getByText('This device')).toBeVisible()

  const other = await openOtherPage(browser)
  await signInAsNewPerson(other, 'Sol Writer')
  const started = await other.request.post('/api/conversations', { data: { userId: receiver.id } })
  const { id } = await started.json()
  expect((await page.request.post(`/api/conversations/${id}/accept`)).status()).toBe(204)
  const send = (text: string) =>
    other.request.post(`/api/conversations/${id}/messages`, { data: { clientId: `sol-${text.length}-${Date.now()}`, text } })
  expect((await send('Are you in on Saturday?')).status()).toBe(201)
  const received = () => readReceived(page, sandboxUrl, sandboxBrowser)
  await expect.poll(async () => (await received()).length, { timeout: 40_000 }).toBe(1)
  const text = (await received())[0] ?? ''
  await push(text)
  await push(text)
  await hasShown(2)
  expect(await notifications()).toMatchObject([{ title: 'Sol Writer', body: 'Are you in on Saturday?' }])

  const tag = `conversation:${id}`
  expect(await tapNotification(worker, tag, 'reply', 'Yes, see you there')).toEqual({ opened: [], refusals: 0 })
  expect(await notifications()).toEqual([])
  const { messages } = await (await other.request.get(`/api/conversations/${id}/messages`)).json()
  expect(messages.map((one: { text: string }) => one.text)).toEqual(['Are you in on Saturday?', 'Yes, see you there'])

  // Without a field in the notification, the conversation opens, ready to write.
  await push(text)
  await hasShown(3)
  await tapNotification(worker, tag, 'reply')
  await expect(page).toHaveURL(`${baseURL}/messages/${id}`)
  await expect(page.getByRole('textbox', { name: 'Message Sol Writer' })).toBeFocused()
})

const minutesOfDay = 24 * 60

/** Milliseconds until the clocks of this time zone show this time next. */
function waitUntil(hour: number, minute: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts()
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const minutes = hour * 60 + minute - (read('hour') * 60 + read('minute'))
  return (minutes > 0 ? minutes : minutes + minutesOfDay) * 60_000
}

testWithOwnProduct(
  'in quiet hours a message comes without a sound, and a muted conversation does not come @whole-browser',
  async ({ page, browser, baseURL, sandboxUrl }) => {
    const sandboxBrowser = await subscribeAs(page, sandboxUrl)
    const receiver = await signInAsNewPerson(page, 'Quinn Quiet', { getsNearbyNotifications: false })
    await allowPushes(page, baseURL ?? '')
    await page.goto('/settings?tab=notification')
    await page.getByRole('button', { name: 'Get alerts on this device' }).click()
    await expect(page.getByRole('list', { name: 'Devices with alerts' }).getByText('This device')).toBeVisible()
    const quietHours = page.getByRole('switch', { name: 'Quiet hours' })
    await waitForSave(page, '/notifications/settings', () => quietHours.click())
    await expect(quietHours).toBeChecked()

    const other = await openOtherPage(browser)
    await signInAsNewPerson(other, 'Sol Writer')
    const { id } = await (await other.request.post('/api/conversations', { data: { userId: receiver.id } })).json()
    expect((await page.request.post(`/api/conversations/${id}/accept`)).status()).toBe(204)
    const received = async (): Promise<PushMessage[]> =>
      (await readReceived(page, sandboxUrl, sandboxBrowser)).map((text) => JSON.parse(text))
    const bodies = async () => (await received()).map(({ body, isSilent = false }) => [body, isSilent])
    const send = async (text: string) => {
      const data = { clientId: `sol-${text.length}-${Date.now()}`, text }
      expect((await other.request.post(`/api/conversations/${id}/messages`, { data })).status()).toBe(201)
    }

    // It is 11:30 PM where the receiver lives, and later half past eight in the morning.
    const untilNight = waitUntil(23, 30, 'America/Chicago')
    await moveClock(page.request, untilNight)
    await page.clock.setSystemTime(Date.now() + untilNight)
    await page.reload()
    await page.getByRole('button', { name: 'What would reach you now?' }).click()
    const reach = page.getByRole('dialog', { name: 'What would reach you now' })
    await expect(reach.getByText('Your quiet hours last until 7:00 AM.')).toBeVisible()
    await expect(reach.getByText('Alert: Comes without a sound').first()).toBeVisible()
    await send('Are you awake?')
    await expect.poll(bodies, { timeout: 40_000 }).toEqual([['Are you awake?', true]])

    await moveClock(page.request, 9 * 3_600_000)
    await send('Good morning')
    await expect.poll(bodies, { timeout: 40_000 }).toEqual([
      ['Are you awake?', true],
      [expect.stringContaining('Good morning'), false],
    ])

    await page.goto(`/messages/${id}`)
    await page.getByRole('button', { name: 'Mute', exact: true }).click()
    await waitForSave(page, '/mute', () => page.getByRole('menuitem', { name: 'For a week' }).click())
    await page.goto('/settings?tab=notification')
    await send('You do not hear this')
    const row = page.getByRole('list', { name: 'Devices with alerts' }).getByRole('listitem').first()
    await row.getByRole('button', { name: 'Send a test' }).click()
    await expect.poll(async () => (await received()).length, { timeout: 40_000 }).toBe(3)
    expect((await received())[2]?.body).not.toContain('You do not hear this')
  },
)
