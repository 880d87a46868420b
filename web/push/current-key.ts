import { hc } from 'hono/client'
import type { PushRoutes } from '../../worker/push/routes.ts'
import { ApiError, readAnswer } from '../api.ts'
import { PushFailure } from './failures.ts'

const client = hc<PushRoutes>('/api/push')

export async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    throw new PushFailure(Notification.permission === 'denied' ? 'blocked' : 'subscribe', cause)
  }
}

async function readCurrentKey(): Promise<string> {
  const { publicKey } = await readAnswer(client.index.$get())
  if (publicKey === null) throw new PushFailure('config')
  return publicKey
}

/** Subscribes for the key that we sign with now. */
export const subscribeForCurrentKey = async (pushManager: PushManager) => subscribe(pushManager, await readCurrentKey())

/**
 * Tells the server about a subscription. If it is for an old key of ours, the browser subscribes anew and tells the server once more. It
 * keeps the old key until it unsubscribes.
 */
export async function tellForCurrentKey(
  pushManager: PushManager,
  subscription: PushSubscription,
  tell: (subscription: PushSubscription) => Promise<void>,
): Promise<void> {
  try {
    return await tell(subscription)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PushKeyOutdated') throw error
  }
  // The key is read first, so that the browser keeps its subscription if the server does not answer.
  const currentKey = await readCurrentKey()
  await subscription.unsubscribe()
  await tell(await subscribe(pushManager, currentKey))
}
