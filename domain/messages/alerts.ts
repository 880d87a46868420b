import type { MailTopic } from '../mail/topics.ts'
import { minute } from '../time/spans.ts'
import type { Conversation } from './contract.ts'
import type { ConversationKind } from './kinds.ts'

/** The topic of our settings that alerts and emails about messages belong to. Those of a topic of a community also have its own switches. */
export const messageTopicOf = (kind: ConversationKind): MailTopic => (kind === 'team' || kind === 'topic' ? 'teamMessage' : 'directMessage')

/** `delay`: what is written meanwhile is in the same alert. `pause`: who reads nothing gets no alert more often than that. */
const times: Record<'direct' | 'shared', { delay: number; pause: number }> = {
  direct: { delay: 2000, pause: 10_000 },
  shared: { delay: 5000, pause: minute },
}

/** When the alert about a message goes out. `lastAt` is the time of the last one. */
export function planAlert(kind: ConversationKind, { now, lastAt }: { now: number; lastAt: number | null }): number {
  const { delay, pause } = times[kind === 'direct' ? 'direct' : 'shared']
  return Math.max(now + delay, lastAt === null ? 0 : lastAt + pause)
}

/** The messages of a burst that are still there, by author, with what decides whether somebody gets an alert about them. */
export type Burst = {
  /** The last message of each author. */
  authors: { id: string; seq: number }[]
  /** When the message before the burst was sent; null if there is none. */
  previousAt: number | null
  /** The people who have the conversation open. */
  hereIds: string[]
}

/** The only new message was deleted or hidden, so there is nothing to say. Without an author, there is more that the person may not see. */
export const isNothingLeft = ({ unread, last }: Pick<Conversation, 'unread' | 'last'>): boolean =>
  unread === 1 && last !== null && last.text === null && last.authorId !== ''

/** Why the person gets an alert or an email about a conversation. */
export function explainMessages({ kind, isRequest, community }: { kind: ConversationKind; isRequest: boolean; community: string }): string {
  if (isRequest)
    return kind === 'group' ? 'Someone whom you do not know added you to this group.' : 'Someone whom you do not know wrote to you.'
  switch (kind) {
    case 'direct':
      return 'Someone wrote to you.'
    case 'group':
      return 'You are in this group.'
    case 'team':
      return 'You are a member of this community.'
    case 'topic':
      return `You are a member of ${community} and follow this topic.`
    case 'event':
      return 'You are in this game.'
  }
}
