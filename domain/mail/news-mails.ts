import * as v from 'valibot'
import { ConversationId } from '../messages/conversation-id.ts'
import { maxNoticeTextLength } from '../notifications/contract.ts'
import { Instant } from '../numbers.ts'
import { isOneLine } from '../texts.ts'
import { line, token } from './parts.ts'
import { mailTopicKeys } from './topics.ts'

const noticeTexts = {
  title: line(400),
  text: v.pipe(v.string(), v.maxLength(maxNoticeTextLength), v.check(isOneLine, 'must be one line')),
  path: v.pipe(v.string(), v.regex(/^\/(?![/\\])\P{Cc}*$/u)),
}

/** An email about messages names this many conversations. */
export const maxConversationsInMail = 20

const announcement = v.object({
  name: v.literal('announcement'),
  data: v.object({
    username: line(300),
    heading: line(140),
    /** Plain text. An empty line starts a new paragraph. */
    body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(5000)),
  }),
})

/** For a person who started to create a community and left. */
const teamCreationReminder = v.object({ name: v.literal('team-creation-reminder'), data: v.object({ username: line(300) }) })

/** For an address, which may have no account. */
const teamInvitation = v.object({
  name: v.literal('team-invitation'),
  data: v.object({ inviter: line(300), team: line(200), expiresAt: Instant, token }),
})

/** One template for all notifications. The text comes from the feature that sends the notification. */
const notice = v.object({
  name: v.literal('notice'),
  data: v.object({
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    ...noticeTexts,
    /** Why the person gets it. Older releases queued emails without it. */
    reason: v.optional(v.pipe(v.string(), v.maxLength(400), v.check(isOneLine, 'must be one line'))),
    /** What the attached file does to the game in a calendar. It is set when the email is sent. */
    calendarFile: v.optional(v.picklist(['updates', 'removes'])),
  }),
})

/** Several notifications of one topic in one email. */
const digest = v.object({
  name: v.literal('digest'),
  data: v.object({
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    /** May be more than the notices listed here. */
    total: v.number(),
    notices: v.pipe(v.array(v.object({ key: v.pipe(v.string(), v.maxLength(300)), ...noticeTexts })), v.minLength(1), v.maxLength(100)),
  }),
})

/**
 * What a person has not read in some conversations, after the message `since` of each. The email job fills in the words, so that none wait in a
 * queue.
 */
const newMessages = v.object({
  name: v.literal('new-messages'),
  data: v.object({
    userId: v.pipe(v.string(), v.maxLength(64)),
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    conversations: v.pipe(
      v.array(
        v.object({
          id: ConversationId,
          since: v.number(),
          words: v.optional(v.object({ title: line(500), text: v.pipe(v.string(), v.maxLength(500)), reason: line(500) })),
        }),
      ),
      v.minLength(1),
      v.maxLength(maxConversationsInMail),
    ),
  }),
})

/** What happens in the product: notices, messages, and communities. */
export const newsMails = [announcement, teamCreationReminder, teamInvitation, notice, digest, newMessages] as const
