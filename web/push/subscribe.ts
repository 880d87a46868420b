import { subscribe, tellForCurrentKey } from './current-key.ts'
import { PushFailure, type PushFailureKind } from './failures.ts'
import { register } from './registrations.ts'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** What stands in the way of alerts in this browser, or whether it has subscribed. */
export async function readBrowser(): Promise<{ obstacle: PushFailureKind | null; isSubscribed: boolean }> {
  if (!isSupported()) return { obstacle: 'unsupported', isSubscribed: false }
  if (Notification.permission === 'denied') return { obstacle: 'blocked', isSubscribed: false }
  return { obstacle: null, isSubscribed: (await findSubscription()) !== null }
}

const findPushManager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager
const findSubscription = async () => (await (await findPushManager())?.getSubscription()) ?? null

/** Asks for the permission, subscribes, and tells the server. */
export async function subscribeHere(userId: string, publicKey: string): Promise<void> {
  if (!isSupported()) throw new PushFailure('unsupported')
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new PushFailure('blocked')
  if (permission !== 'granted') throw new PushFailure('unanswered')
  const pushManager = await findPushManager()
  if (!pushManager) throw new PushFailure('subscribe')
  const subscription = (await pushManager.getSubscription()) ?? (await subscribe(pushManager, publicKey))
  await tellForCurrentKey(pushManager, subscription, (current) => register(userId, current))
}

/** Ends the subscription of this browser. */
export async function unsubscribeHere(): Promise<void> {
  const subscription = await findSubscription()
  const hasEnded = await subscription?.unsubscribe().catch(() => false)
  if (hasEnded === false) throw new PushFailure('unsubscribe')
}
