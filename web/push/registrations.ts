import { hc } from 'hono/client'
import type { WebRegistration } from '../../domain/push/contract.ts'
import { registrationLifetime } from '../../domain/push/rules.ts'
import type { PushRoutes } from '../../worker/push/routes.ts'
import { ApiError, readAnswer } from '../api.ts'
import { toBase64Url } from '../base64-url.ts'
import { subscribeForCurrentKey, tellForCurrentKey } from './current-key.ts'
import { forgetRegistration, readRegistration, type StoredRegistration, storeRegistration } from './stored-registration.ts'

const client = hc<PushRoutes>('/api/push')

function toRegistration(subscription: PushSubscription): WebRegistration {
  const { endpoint = '', keys: { auth = '', p256dh = '' } = {} } = subscription.toJSON()
  const key = subscription.options.applicationServerKey
  const withoutPadding = (text: string) => text.replace(/=+$/, '')
  const keys = { auth: withoutPadding(auth), p256dh: withoutPadding(p256dh) }
  return { web: { endpoint, ...keys, ...(key && { applicationPubKey: toBase64Url(key) }) } }
}

/** Tells the server about a new subscription of this browser. */
export async function register(userId: string, subscription: PushSubscription): Promise<void> {
  const { token, id } = await readAnswer(client.registrations.$post({ json: toRegistration(subscription) }))
  await storeRegistration({ userId, id, token, endpoint: subscription.endpoint, refreshedAt: Date.now() })
}

/** Tells the server about the current endpoint of a browser that it knows. */
export async function refresh(registration: StoredRegistration, subscription: PushSubscription): Promise<void> {
  const { token } = registration
  await readAnswer(client.registrations[':token'].$patch({ param: { token }, json: toRegistration(subscription) }))
  await storeRegistration({ ...registration, endpoint: subscription.endpoint, refreshedAt: Date.now() })
}

/** If the server has forgotten the device, it is registered again. */
async function refreshOrRegister(registration: StoredRegistration, subscription: PushSubscription): Promise<void> {
  try {
    await refresh(registration, subscription)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PushRegistrationNotFound') throw error
    await register(registration.userId, subscription)
  }
}

export async function unregister({ token }: StoredRegistration): Promise<void> {
  await forgetRegistration()
  await readAnswer(client.registrations[':token'].$delete({ param: { token } }))
}

const isDue = ({ refreshedAt, endpoint }: StoredRegistration, subscription: PushSubscription) =>
  Date.now() - refreshedAt > registrationLifetime || endpoint !== subscription.endpoint

/**
 * Refreshes the registration every seven days, and after its user has signed in again. The session in which it was made is over when
 * nobody is signed in, so the server no longer sends.
 */
export async function keepRegistered(viewerId: string | null, { pushManager }: ServiceWorkerRegistration): Promise<void> {
  const stored = await readRegistration()
  if (!stored) return
  if (viewerId === null) return storeRegistration({ ...stored, refreshedAt: 0 })
  if (stored.userId !== viewerId) return
  const subscription = (await pushManager.getSubscription()) ?? (await subscribeIfAllowed(pushManager))
  if (!subscription) return forgetRegistration()
  if (isDue(stored, subscription)) await tellForCurrentKey(pushManager, subscription, (current) => refreshOrRegister(stored, current))
}

/**
 * A browser can lose its subscription, for example if it could not subscribe for a new key. Returns null if the user has taken the
 * permission back. The push service then tells the server that the device is gone.
 */
const subscribeIfAllowed = async (pushManager: PushManager) =>
  Notification.permission === 'granted' ? subscribeForCurrentKey(pushManager) : null
