import { ApiError } from '../api.ts'
import { PushFailure, type PushFailureKind } from './failures.ts'
import { register } from './registrations.ts'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** What stands in the way of alerts in this browser, or whether it has subscribed. */
export async function readBrowser(): Promise<{ obstacle: PushFailureKind | null; isSubscribed: boolean }> {
  if (!isSupported()) return { obstacle: 'unsupported', isSubscribed: false }
  if (Notification.permission === 'denied') return { obstacle: 'blocked', isSubscribed: false }
  return { obstacle: null, isSubscribed: (await findSubscription()) !== null }
}

const findSubscription = async () => (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** Asks for the permission, subscribes, and tells the server. */
export async function subscribeHere(userId: string, publicKey: string): Promise<void> {
  if (!isSupported()) throw new PushFailure('unsupported')
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushFailure('blocked')
  if (permission !== 'granted') throw new PushFailure('unanswered')
  const old = await findSubscription()
  try {
    await register(userId, old ?? (await subscribe(publicKey)))
  } catch (error) {
    if (!old || !(error instanceof ApiError) || error.code !== 'PushKeyOutdated') throw error
    // The browser has subscribed for an old key of ours, and keeps it until it unsubscribes.
    await old.unsubscribe()
    await register(userId, await subscribe(publicKey))
  }
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new PushFailure('subscribe')
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    throw new PushFailure(Notification.permission === 'denied' ? 'blocked' : 'subscribe', cause)
  }
}

/** Ends the subscription of this browser. */
export async function unsubscribeHere(): Promise<void> {
  const subscription = await findSubscription()
  const hasEnded = await subscription?.unsubscribe().catch(() => false)
  if (hasEnded === false) throw new PushFailure('unsubscribe')
}
