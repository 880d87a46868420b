import { hc } from 'hono/client'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { ApiError, awaitSuccess, readAnswer } from '../api.ts'
import { readError } from '../ui/read-error.ts'

const client = hc<MessageRoutes>('/api/conversations')

type Conversation = NonNullable<PushMessage['conversation']>

/** A reply from a notification. It keeps its client id, so that the server stores it once, however often it is sent. */
export type Reply = { clientId: string; text: string }

export type NotificationButton = { action: string; title: string; type?: 'text'; placeholder?: string }

const reply: NotificationButton = { action: 'reply', title: 'Reply', type: 'text', placeholder: 'Write a message' }
const mute: NotificationButton = { action: 'mute', title: 'Mute' }
export const retryButton: NotificationButton = { action: 'retry', title: 'Try again' }

/** The buttons of a notification about a conversation. */
export const listConversationActions = ({ mayReply }: Conversation): NotificationButton[] => (mayReply ? [reply, mute] : [mute])

/** Sends a reply with the session of this browser. Returns what to tell the user if it was not sent. */
export async function sendReply(conversationId: string, { clientId, text }: Reply): Promise<string | null> {
  const send = () => readAnswer(client[':conversationId'].messages.$post({ param: { conversationId }, json: { clientId, text } }))
  try {
    // Without an answer we do not know whether it arrived.
    await send().catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw error
      return send()
    })
    return null
  } catch (error) {
    return readError(error).message
  }
}

/** Mutes a conversation until the user turns it on again. Returns what to tell the user. */
export async function muteFromNotification(conversationId: string): Promise<{ title: string; body: string }> {
  try {
    await awaitSuccess(client[':conversationId'].mute.$put({ param: { conversationId }, json: { until: muteForever } }))
    return { title: 'Muted', body: 'You get no more alerts and emails about this conversation. Tap to open it.' }
  } catch (error) {
    return { title: 'The conversation was not muted', body: `${readError(error).message} Tap to open it.` }
  }
}
