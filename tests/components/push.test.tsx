import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { defaultFrequencyOf, mailTopicKeys, waitingTopics } from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import type { PushDevice, PushState } from '../../domain/push/contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { forgetRegistration, readRegistration } from '../../web/push/stored-registration.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const settings = {
  notificationSettings: Object.fromEntries(mailTopicKeys.map((topic) => [topic, { email: true, push: true }])),
  frequencies: Object.fromEntries(waitingTopics.map((topic) => [topic, defaultFrequencyOf(topic)])),
  isChosen: true,
  teams: [],
} as unknown as NotificationSettings

const publicKey = `B${'a'.repeat(86)}`
const laptop: PushDevice = {
  id: 'laptop',
  name: 'Chrome on Windows',
  isThis: true,
  hidesText: false,
  createdAt: Date.now(),
  refreshedAt: Date.now(),
  outcome: 'taken',
  test: null,
}
const phone: PushDevice = { ...laptop, id: 'phone', name: 'Chrome on Android', isThis: false }

let state: PushState

type Subscription = { endpoint: string; unsubscribe: () => Promise<boolean> }

/** Replaces what a browser offers, because a browser in a test has no push service. */
function stubBrowser({
  permission = 'default',
  choice = 'granted',
  subscribe = async () => subscription(),
  old = null,
}: {
  permission?: NotificationPermission
  choice?: NotificationPermission
  subscribe?: () => Promise<Subscription>
  old?: Subscription | null
} = {}) {
  let [current, allowed] = [old, permission]
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => allowed)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    allowed = choice
    return choice
  })
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = await subscribe()
      return current
    },
  }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never)
  return { lose: () => (current = null) }
}

const subscription = (id = 'new', unsubscribe = async () => true) => ({
  endpoint: `https://push.example/${id}`,
  options: { applicationServerKey: new Uint8Array([4, 1]).buffer },
  toJSON: () => ({ endpoint: `https://push.example/${id}`, keys: { auth: 'auth==', p256dh: 'p256dh=' } }),
  unsubscribe,
})

beforeEach(async () => {
  await forgetRegistration()
  state = { publicKey, devices: [] }
  answerWith({
    'GET /api/notifications/settings': settings,
    'GET /api/push': () => state,
    'POST /api/push/registrations': () => {
      state = { ...state, devices: [laptop] }
      return { token: 'the-token', id: 'laptop' }
    },
    'DELETE /api/push/registrations/:token': { token: 'the-token', id: 'laptop' },
    'DELETE /api/push/devices/:id': ({ path }: { path: string }) => {
      state = { ...state, devices: state.devices.filter(({ id }) => !path.endsWith(id)) }
      return null
    },
    'PATCH /api/push/devices/:id': null,
    'POST /api/push/devices/:id/tests': () => {
      state = { ...state, devices: [{ ...laptop, test: { askedAt: Date.now(), takenAt: null, shownAt: null } }] }
      return null
    },
  })
})
afterEach(() => void vi.restoreAllMocks())

const open = async () => {
  const app = await openApp('/settings?tab=notification', { viewer: someone })
  await expect.element(page.getByRole('heading', { name: 'Alerts on your devices' })).toBeVisible()
  return app
}
const turnOn = page.getByRole('button', { name: 'Get alerts on this device' })
const row = (name: string) => page.getByRole('list', { name: 'Devices with alerts' }).getByRole('listitem').filter({ hasText: name })

describe('alerts on this device', () => {
  it('are turned on: the browser asks, subscribes and registers', async () => {
    stubBrowser()
    await open()
    await turnOn.click()
    await expect.element(row('Chrome on Windows').getByText('This device')).toBeVisible()
    expect(requestsTo('POST /api/push/registrations').map(({ body }) => body)).toEqual([
      { web: { endpoint: 'https://push.example/new', auth: 'auth', p256dh: 'p256dh', applicationPubKey: 'BAE' } },
    ])
    expect(await readRegistration()).toMatchObject({ userId: someone.id, token: 'the-token', id: 'laptop' })
    await expect.element(turnOn).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await page.viewport(390, 844)
    // The tabs go from the side to the top once React knows the new width.
    await vi.waitFor(expectNoHorizontalScroll)
  })

  it.each([
    ['is blocked', { choice: 'denied' }, 'Notifications are blocked'],
    ['was not answered', { choice: 'default' }, 'The browser was not allowed to show notifications'],
    ['has no push service', { subscribe: () => Promise.reject(new DOMException('no', 'AbortError')) }, 'This browser could not subscribe'],
  ] as const)('say what to do when the browser %s', async (_, browser, title) => {
    stubBrowser(browser)
    await open()
    await turnOn.click()
    await expect.element(page.getByText(title)).toBeVisible()
    expect(requestsTo('POST /api/push/registrations')).toEqual([])
  })

  it('say what to do when notifications are blocked before, and when alerts are not set up', async () => {
    stubBrowser({ permission: 'denied' })
    const app = await open()
    await expect.element(page.getByText('Notifications are blocked')).toBeVisible()
    await expect.element(turnOn).not.toBeInTheDocument()
    state = { publicKey: null, devices: [] }
    await app.reload()
    await expect.element(page.getByText('Alerts on devices are not set up on this site yet')).toBeVisible()
  })

  it('say what to do in a browser that has none', async () => {
    const pushManager = Object.getOwnPropertyDescriptor(window, 'PushManager') as PropertyDescriptor
    Reflect.deleteProperty(window, 'PushManager')
    onTestFinished(() => void Object.defineProperty(window, 'PushManager', pushManager))
    await open()
    await expect.element(page.getByText('This browser cannot get alerts')).toBeVisible()
    await expect.element(page.getByText(/add this app to the Home Screen first/)).toBeVisible()
    await expect.element(turnOn).not.toBeInTheDocument()
  })

  it('say why the server refuses', async () => {
    stubBrowser()
    answerWith({ 'POST /api/push/registrations': refuse('TooManyPushDevices', 'You get alerts on 10 devices. Remove one of them first.') })
    await open()
    await turnOn.click()
    await expect.element(page.getByText('Remove one of them first.')).toBeVisible()
  })

  it('subscribe anew if the browser has an old key', async () => {
    const unsubscribe = vi.fn(async () => true)
    stubBrowser({ old: subscription('old', unsubscribe) })
    const accepted = { token: 'the-token', id: 'laptop' }
    answerWith({
      'POST /api/push/registrations': ({ body }: { body: unknown }) =>
        JSON.stringify(body).includes('/old') ? refuse('PushKeyOutdated', 'Subscribe anew.') : accepted,
    })
    await open()
    await turnOn.click()
    await expect.poll(() => requestsTo('POST /api/push/registrations').length).toBe(2)
    expect(unsubscribe).toHaveBeenCalledOnce()
    // The browser stores it after the answer.
    await expect.poll(readRegistration).toMatchObject({ endpoint: 'https://push.example/new' })
  })

  it('can be turned on again when the browser has lost its subscription, and warn when they could not be refreshed', async () => {
    const { lose } = stubBrowser({ permission: 'granted', old: subscription() })
    state = { publicKey, devices: [{ ...laptop, refreshedAt: Date.now() - 9 * day }] }
    const app = await open()
    await expect.element(row('Windows').getByText(/could not be refreshed/)).toBeVisible()
    lose()
    await app.reload()
    await expect.element(row('Windows').getByText(/lost its subscription/)).toBeVisible()
    await expect.element(turnOn).toBeVisible()
  })
})

describe('a device', () => {
  beforeEach(() => {
    stubBrowser({ permission: 'granted', old: subscription() })
    state = { publicKey, devices: [laptop, phone] }
  })

  it('says how far its test got', async () => {
    await open()
    await row('Windows').getByRole('button', { name: 'Send a test' }).click()
    const steps = row('Windows').getByRole('list', { name: 'The last test' })
    await expect.element(steps).toHaveTextContent('AskedNot taken by the push service yetNot shown yet')
    const askedAt = Date.now()
    state = { publicKey, devices: [{ ...laptop, test: { askedAt, takenAt: askedAt, shownAt: askedAt } }] }
    await expect.element(steps).toHaveTextContent('AskedTaken by the push serviceShown on the device')
  })

  it.each([
    [null, /The push service of this browser did not take it/],
    [1, /The device did not show it/],
  ])('says what to do about a test that stopped', async (takenAt, words) => {
    state = { publicKey, devices: [{ ...laptop, test: { askedAt: Date.now() - 2 * minute, takenAt, shownAt: null } }] }
    await open()
    await expect.element(row('Windows').getByText(words)).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('hides what happened, and can be removed', async () => {
    await open()
    await row('Android').getByRole('switch', { name: 'Hide what happened' }).click()
    await expect.poll(() => requestsTo('PATCH /api/push/devices/phone').map(({ body }) => body)).toEqual([{ hidesText: true }])
    await row('Android').getByRole('button', { name: 'Remove' }).click()
    await expect.element(row('Android')).not.toBeInTheDocument()
    await expect.element(page.getByText('Chrome on Android gets no more alerts.')).toBeVisible()
  })

  it('is removed here even if the browser cannot unsubscribe, which it says', async () => {
    vi.restoreAllMocks()
    stubBrowser({ permission: 'granted', old: subscription('stuck', async () => false) })
    await open()
    await row('Windows').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText(/The browser could not unsubscribe/)).toBeVisible()
    await expect.element(row('Windows')).not.toBeInTheDocument()
  })
})
