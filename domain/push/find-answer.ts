import { invitedKey, offeredKey } from '../events/joining-notices.ts'
import type { PushMessage } from '../notifications/push-message.ts'

/**
 * The game that a person can answer from this notification, by the key of its notice and the page that it opens. A page that opens with a dialog
 * asks for more than a button can answer.
 */
export function findAnswer({ key, path }: { key: string; path: string }): PushMessage['game'] | null {
  const eventId = /^\/evt\/([\w-]{1,64})$/.exec(path)?.[1]
  if (eventId === undefined) return null
  if (key.startsWith(invitedKey)) return { answer: 'join', eventId }
  return key.startsWith(offeredKey) ? { answer: 'take', eventId } : null
}
