/// <reference lib="webworker" />
import { type PushMessage, readPushMessage } from '../../domain/notifications/push-message.ts'
import { answerGame, listGameActions } from '../push/answer-game.ts'
import { refresh } from '../push/registrations.ts'
import { readRegistration } from '../push/stored-registration.ts'
import { openPath } from './open-path.ts'

declare const self: ServiceWorkerGlobalScope

/** What a notification carries for the tap on it. */
type Carried = Pick<PushMessage, 'path' | 'game'>

type ShownNotification = NotificationOptions & { actions?: readonly { action: string; title: string }[]; data: Carried }

const icon = '/icons/icon-192.png'

export async function showPush(text: string | undefined): Promise<void> {
  const message = readPushMessage(text)
  if (!message) return
  const { title, body, tag, path, game, unread, test, isSilent = false } = message
  // If a message is delivered twice, the tag makes the second notification replace the first.
  const shown: ShownNotification = {
    body,
    tag,
    icon,
    silent: isSilent,
    data: { path, ...(game && { game }) },
    ...(game && { actions: listGameActions(game) }),
  }
  await self.registration.showNotification(title, shown)
  await Promise.all([showUnread(unread), test === undefined ? undefined : reportShown(test)])
}

/** Not every system can show a number on the icon. */
async function showUnread(unread: number | undefined): Promise<void> {
  if (unread === undefined || !('setAppBadge' in navigator)) return
  await navigator.setAppBadge(unread).catch(() => undefined)
}

/** Without a network the report is lost, and the test then says that it does not know whether it was shown. */
async function reportShown(token: string): Promise<void> {
  const report = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }
  await fetch('/api/push/shown-tests', report).catch(() => undefined)
}

/** A tap on the notification opens its page. A tap on one of its buttons answers the game. */
export async function followNotification({ action, notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { path, game } = notification.data as Carried
  if (!game || action === '') return openPath(path)
  const { title, body } = await answerGame(game.eventId, action)
  // The answer has no buttons, so that nobody answers twice. Its tap opens the game.
  await self.registration.showNotification(title, { body, tag: notification.tag, icon, data: { path } })
}

/** The browser has a new endpoint. If we cannot tell the server now, the app does when it is opened. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const stored = await readRegistration()
  if (!stored) return
  const { newSubscription, oldSubscription } = event
  const key = oldSubscription?.options.applicationServerKey
  const renew = () => self.registration.pushManager.subscribe({ userVisibleOnly: true, ...(key && { applicationServerKey: key }) })
  const subscription = newSubscription ?? (await renew().catch(() => null))
  if (subscription) await refresh(stored, subscription).catch(() => undefined)
}
