/// <reference lib="webworker" />
import { type PushMessage, readPushMessage } from '../../domain/notifications/push-message.ts'
import { answerGame, listGameActions } from '../push/answer-game.ts'
import {
  listConversationActions,
  muteFromNotification,
  type NotificationButton,
  type Reply,
  retryButton,
  sendReply,
} from '../push/answer-message.ts'
import { subscribeForCurrentKey, tellForCurrentKey } from '../push/current-key.ts'
import { refresh } from '../push/registrations.ts'
import { answerStop, isStopAction, settingsPath, stopButton } from '../push/stop-alerts.ts'
import { oneAtATime, readRegistration } from '../push/stored-registration.ts'
import { openPath } from './open-path.ts'

declare const self: ServiceWorkerGlobalScope

/** What a notification carries for the tap on it. `unsent` is a reply that did not reach the server. */
type Carried = Pick<PushMessage, 'path' | 'game' | 'conversation' | 'stop'> & { unsent?: Reply }

type ShownNotification = NotificationOptions & { actions?: readonly NotificationButton[]; renotify?: boolean; data: Carried }

/** The text that the user wrote into a notification; null or empty where browsers have no field for it. */
type TapEvent = NotificationEvent & { reply?: string | null }

const icon = '/icons/icon-192.png'

/** Browsers leave out further buttons. The answers to a game come first. */
const maxButtons = 2

export async function showPush(text: string | undefined): Promise<void> {
  const message = readPushMessage(text)
  if (!message) return
  const { title, body, tag, path, game, conversation, stop, unread, test, isSilent = false } = message
  // If a message is delivered twice, the tag makes the second notification replace the first.
  const shown: ShownNotification = {
    body,
    tag,
    icon,
    silent: isSilent,
    data: { path, ...(game && { game }), ...(conversation && { conversation }), ...(stop && { stop }) },
    actions: [...(game ? listGameActions(game) : []), ...(stop ? [stopButton] : [])].slice(0, maxButtons),
    // All notifications of a conversation have one tag. Without this, only the first one would ring.
    ...(conversation && { actions: listConversationActions(conversation), renotify: !isSilent }),
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

/** A tap on the notification opens its page. A tap on one of its buttons answers the game or the conversation. */
export async function followNotification(event: TapEvent): Promise<void> {
  const { action, notification } = event
  notification.close()
  const { path, game, conversation, stop, unsent } = notification.data as Carried
  if (conversation && action !== '') return answerConversation(event, conversation)
  // Words that were not sent come back into the field of the conversation.
  // What follows the # never leaves the device.
  if (unsent) return openPath(`${path}?reply=#${new URLSearchParams({ words: unsent.text })}`)
  if (stop && isStopAction(action)) return showStopped(notification, stop, action)
  if (!game || action === '') return openPath(path)
  const { title, body } = await answerGame(game.eventId, action)
  // The answer has no buttons, so that nobody answers twice. Its tap opens the game.
  await self.registration.showNotification(title, { body, tag: notification.tag, icon, data: { path } })
}

/** It rings nobody, because the user has the device in their hand. */
async function showStopped({ tag }: Notification, stop: NonNullable<PushMessage['stop']>, action: string): Promise<void> {
  const { title, body, next } = await answerStop(stop, action)
  const shown: ShownNotification = { body, tag, icon, silent: true, actions: [next], data: { path: settingsPath, stop } }
  await self.registration.showNotification(title, shown)
}

async function answerConversation(
  { action, notification, reply }: TapEvent,
  conversation: NonNullable<PushMessage['conversation']>,
): Promise<void> {
  const { path, unsent } = notification.data as Carried
  if (action === 'mute') {
    const { title, body } = await muteFromNotification(conversation.id)
    return self.registration.showNotification(title, { body, tag: notification.tag, icon, data: { path } })
  }
  const text = reply?.trim() ?? ''
  const written = action === 'retry' ? unsent : text === '' ? undefined : { clientId: crypto.randomUUID(), text }
  if (!written) return openPath(`${path}?reply=`)
  const problem = await sendReply(conversation.id, written)
  if (problem === null) return
  // It has a tag of its own, so that the next message does not replace it.
  const shown: ShownNotification = {
    ...{ body: `${problem}\n“${written.text}”`, tag: `unsent:${written.clientId}`, icon, actions: [retryButton] },
    data: { path, conversation, unsent: written },
  }
  await self.registration.showNotification('Your reply was not sent', shown)
}

/** The browser has a new endpoint. If we cannot tell the server now, the app does when it is opened. */
export async function renewSubscription({ newSubscription }: Pick<PushSubscriptionChangeEvent, 'newSubscription'>): Promise<void> {
  const { pushManager } = self.registration
  const renew = async () => {
    const stored = await readRegistration()
    if (!stored) return
    const subscription = newSubscription ?? (await subscribeForCurrentKey(pushManager))
    // Somebody else may be signed in now. Only the app knows that, so only the app registers a device that the server has forgotten.
    await tellForCurrentKey(pushManager, subscription, (current) => refresh(stored, current))
  }
  await oneAtATime(renew).catch(() => undefined)
}
