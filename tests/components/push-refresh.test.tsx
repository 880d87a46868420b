import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registrationLifetime } from '../../domain/push/rules.ts'
import { hour } from '../../domain/time/spans.ts'
import { keepAlerts } from '../../web/push/keep-alerts.ts'
import { forgetRegistration, readRegistration, type StoredRegistration, storeRegistration } from '../../web/push/stored-registration.ts'
import { renewSubscription } from '../../web/pwa/push-events.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { someone } from './setup/open-app.tsx'

const oldKey = new Uint8Array([4, 1]).buffer
const newKey = new Uint8Array([4, 2]).buffer
/** The new key as the server writes it. */
const publicKey = 'BAI'

const stored: StoredRegistration = {
  userId: someone.id,
  id: 'laptop',
  token: 'the-token',
  endpoint: 'https://push.example/first',
  refreshedAt: Date.now() - hour,
}

const calls: string[] = []
let subscription: PushSubscription | null
let permission: NotificationPermission
let subscribed: number

function makeSubscription(id: string, key: ArrayBuffer = newKey): PushSubscription {
  const endpoint = `https://push.example/${id}`
  return {
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: key },
    getKey: () => null,
    toJSON: () => ({ endpoint, keys: { auth: 'auth==', p256dh: 'p256dh=' } }),
    unsubscribe: async () => {
      calls.push(`unsubscribe ${id}`)
      subscription = null
      return true
    },
  }
}

const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
    calls.push(`subscribe for ${applicationServerKey}`)
    if (permission !== 'granted') throw new DOMException('no', 'NotAllowedError')
    subscribed += 1
    subscription = makeSubscription(`anew-${subscribed}`)
    return subscription
  },
}

beforeEach(async () => {
  calls.length = 0
  subscribed = 0
  permission = 'granted'
  subscription = makeSubscription('first')
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({ pushManager } as never)
  // A page has no registration of its own; the service worker does.
  vi.stubGlobal('registration', { pushManager })
  await storeRegistration(stored)
  answerWith({
    'GET /api/push': { publicKey, devices: [] },
    'PATCH /api/push/registrations/:token': { token: 'the-token', id: 'laptop' },
    'POST /api/push/registrations': { token: 'another-token', id: 'laptop-again' },
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetRegistration()
})

const listTold = () =>
  requestsTo()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => `${method} ${(body as { web: { endpoint: string } }).web.endpoint.split('/').at(-1)}`)

/** Only subscriptions for the current key are taken. */
function refuseOldKeys(): void {
  const accept = ({ body }: { body: unknown }) =>
    JSON.stringify(body).includes(`"${publicKey}"`) ? { token: 'the-token', id: 'laptop' } : refuse('PushKeyOutdated', 'Subscribe anew.')
  answerWith({ 'PATCH /api/push/registrations/:token': accept, 'POST /api/push/registrations': accept })
}

const makeDue = () => storeRegistration({ ...stored, refreshedAt: Date.now() - registrationLifetime - hour })

describe('The registration of this browser', () => {
  it('is refreshed after seven days, and not before', async () => {
    await keepAlerts(someone.id)
    expect(requestsTo()).toEqual([])
    await makeDue()
    await keepAlerts(someone.id)
    expect(requestsTo().map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'PATCH',
        path: '/api/push/registrations/the-token',
        body: { web: { endpoint: 'https://push.example/first', auth: 'auth', p256dh: 'p256dh', applicationPubKey: 'BAI' } },
      },
    ])
    await keepAlerts(someone.id)
    expect(requestsTo()).toHaveLength(1)
  })

  it('is refreshed if the endpoint has changed while nobody told us', async () => {
    subscription = makeSubscription('changed')
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH changed'])
    expect(await readRegistration()).toMatchObject({ token: 'the-token', endpoint: 'https://push.example/changed' })
  })

  it('is refreshed again at the next start if that failed', async () => {
    await makeDue()
    answerWith({ 'PATCH /api/push/registrations/:token': () => refuse('Unexpected', 'Something went wrong on our side.') })
    await keepAlerts(someone.id)
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH first', 'PATCH first'])
    expect(calls).toEqual([])
  })

  it('is forgotten when the user has taken the permission back', async () => {
    subscription = null
    permission = 'default'
    await keepAlerts(someone.id)
    expect(await readRegistration()).toBeUndefined()
    expect([requestsTo(), calls]).toEqual([[], []])
  })

  it('is made anew if the server has forgotten the device', async () => {
    await makeDue()
    answerWith({ 'PATCH /api/push/registrations/:token': () => refuse('PushRegistrationNotFound', 'Turn them on again.') })
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH first', 'POST first'])
    expect(await readRegistration()).toMatchObject({ userId: someone.id, id: 'laptop-again', token: 'another-token' })
  })

  it('is refreshed when its user has signed out and in again, and never for somebody else', async () => {
    await keepAlerts(null)
    await keepAlerts('somebody-else')
    expect(requestsTo()).toEqual([])
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH first'])
  })
})

describe('An endpoint that the browser rotates', () => {
  it.each([
    ['names the new one', true, 'rotated'],
    ['names none, so we subscribe', false, 'anew-1'],
  ])('is told at once if the browser %s', async (_, isNamed, endpoint) => {
    subscription = isNamed ? makeSubscription('rotated') : null
    await renewSubscription({ newSubscription: subscription })
    expect(calls).toEqual(isNamed ? [] : [`subscribe for ${publicKey}`])
    expect(listTold()).toEqual([`PATCH ${endpoint}`])
    expect(await readRegistration()).toMatchObject({ token: 'the-token', endpoint: `https://push.example/${endpoint}` })
    await keepAlerts(someone.id)
    expect(listTold()).toHaveLength(1)
  })

  it('is told at the next start if the server could not be reached', async () => {
    subscription = makeSubscription('rotated')
    answerWith({ 'PATCH /api/push/registrations/:token': () => Promise.reject(new TypeError('Failed to fetch')) })
    await renewSubscription({ newSubscription: subscription })
    answerWith({ 'PATCH /api/push/registrations/:token': { token: 'the-token', id: 'laptop' } })
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH rotated', 'PATCH rotated'])
    expect(await readRegistration()).toMatchObject({ endpoint: 'https://push.example/rotated' })
  })

  it('registers no device that the server has forgotten, because somebody else may be signed in', async () => {
    subscription = makeSubscription('rotated')
    answerWith({ 'PATCH /api/push/registrations/:token': () => refuse('PushRegistrationNotFound', 'Turn them on again.') })
    await renewSubscription({ newSubscription: subscription })
    expect(listTold()).toEqual(['PATCH rotated'])
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH rotated', 'PATCH rotated', 'POST rotated'])
  })

  it('is not told without alerts in this browser', async () => {
    await forgetRegistration()
    await renewSubscription({ newSubscription: makeSubscription('rotated') })
    await renewSubscription({ newSubscription: null })
    expect([requestsTo(), calls]).toEqual([[], []])
  })
})

describe('A key of ours that has changed', () => {
  it('makes the browser subscribe anew when the app starts, once', async () => {
    refuseOldKeys()
    subscription = makeSubscription('first', oldKey)
    await makeDue()
    await keepAlerts(someone.id)
    expect(calls).toEqual(['unsubscribe first', `subscribe for ${publicKey}`])
    expect(listTold()).toEqual(['PATCH first', 'PATCH anew-1'])
    expect(await readRegistration()).toMatchObject({ token: 'the-token', endpoint: 'https://push.example/anew-1' })
    await keepAlerts(someone.id)
    expect(listTold()).toHaveLength(2)
  })

  it('makes the browser subscribe anew only once if two tabs start together', async () => {
    refuseOldKeys()
    subscription = makeSubscription('first', oldKey)
    await makeDue()
    await Promise.all([keepAlerts(someone.id), keepAlerts(someone.id)])
    expect(listTold()).toEqual(['PATCH first', 'PATCH anew-1'])
  })

  it('makes the browser subscribe anew when it rotates its endpoint, once', async () => {
    refuseOldKeys()
    subscription = makeSubscription('rotated', oldKey)
    await renewSubscription({ newSubscription: subscription })
    expect(calls).toEqual(['unsubscribe rotated', `subscribe for ${publicKey}`])
    expect(listTold()).toEqual(['PATCH rotated', 'PATCH anew-1'])
    expect(await readRegistration()).toMatchObject({ endpoint: 'https://push.example/anew-1' })
  })

  it('does not make it subscribe again and again if the server refuses the new one too', async () => {
    answerWith({ 'PATCH /api/push/registrations/:token': () => refuse('PushKeyOutdated', 'Subscribe anew.') })
    await makeDue()
    await keepAlerts(someone.id)
    expect(listTold()).toEqual(['PATCH first', 'PATCH anew-1'])
    await renewSubscription({ newSubscription: makeSubscription('rotated') })
    expect(listTold()).toEqual(['PATCH first', 'PATCH anew-1', 'PATCH rotated', 'PATCH anew-2'])
  })

  it('takes nothing from the browser while alerts are not set up or the server does not say its key', async () => {
    await makeDue()
    answerWith({ 'PATCH /api/push/registrations/:token': () => refuse('PushKeyOutdated', 'Subscribe anew.') })
    for (const answer of [{ publicKey: null, devices: [] }, () => refuse('Unexpected', 'Something went wrong on our side.')]) {
      answerWith({ 'GET /api/push': answer })
      await keepAlerts(someone.id)
    }
    expect(calls).toEqual([])
    expect(await readRegistration()).toMatchObject({ token: 'the-token' })
  })

  it('is used at the next start if the browser could not subscribe for it', async () => {
    refuseOldKeys()
    subscription = makeSubscription('first', oldKey)
    await makeDue()
    const subscribe = vi.spyOn(pushManager, 'subscribe').mockRejectedValueOnce(new DOMException('no', 'AbortError'))
    await keepAlerts(someone.id)
    expect([subscription, await readRegistration()]).toMatchObject([null, { token: 'the-token' }])
    await keepAlerts(someone.id)
    expect(subscribe).toHaveBeenCalledTimes(2)
    expect(listTold()).toEqual(['PATCH first', 'PATCH anew-1'])
  })
})
