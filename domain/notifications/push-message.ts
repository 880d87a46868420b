import * as v from 'valibot'
import { Id } from '../ids.ts'
import { ConversationId } from '../messages/conversation-id.ts'

/** The content of a push. The browser shows two pushes with the same tag as one notification, so a repeated delivery is harmless. */
export const PushMessage = v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  body: v.pipe(v.string(), v.maxLength(300)),
  // Browsers drop tabs and line breaks from an address, so "/\t/evil.com" would become "//evil.com". The pattern refuses them.
  path: v.pipe(v.string(), v.regex(/^\/(?![/\\])\P{Cc}*$/u, 'A path on this site.')),
  tag: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** The number on the icon of the app. */
  unread: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** In quiet hours it is shown without a sound. */
  isSilent: v.optional(v.boolean()),
  /** The game that a person can answer without opening the app: an invitation to join, or a seat to take. */
  game: v.optional(v.object({ answer: v.picklist(['join', 'take']), eventId: Id })),
  /** The conversation that it is about. The person can mute it, or answer without opening the app. */
  conversation: v.optional(v.object({ id: ConversationId, mayReply: v.boolean() })),
  /** The topic that it belongs to, which the person can stop on their devices: one of ours, or one of a community. */
  stop: v.optional(v.object({ topic: Id, name: v.pipe(v.string(), v.maxLength(100)) })),
  /** In a test of the device: the token with which the service worker reports that the notification was shown. */
  test: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** Reads the message of a push. Returns null if it cannot be read, and nothing is shown then. */
export function readPushMessage(text: string | undefined): PushMessage | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PushMessage), text)
  return parsed.success ? parsed.output : null
}
