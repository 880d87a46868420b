import { formatShortDate } from '../../domain/events/format-dates.ts'
import type { Conversation } from '../../domain/messages/contract.ts'
import type { ConversationKind } from '../../domain/messages/kinds.ts'

/** Who reads what somebody writes. */
export const writeReaders = (kind: ConversationKind): string =>
  ({
    direct: 'The other person',
    group: 'Everyone in this group',
    team: 'Everyone in this community',
    topic: 'Everyone who follows this topic',
    event: 'Everyone in this game',
  })[kind]

/** The line below the name of a conversation that several people share. */
export function writeAbout({ kind, team, event }: Conversation, now = Date.now()): string {
  if (kind === 'topic' && team) return `Topic of ${team.name}`
  if (event) return `Game on ${formatShortDate(event.startsAt, { timeZone: event.timeZone, now })}`
  return writeReaders(kind)
}
