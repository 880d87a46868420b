import type { SQL } from 'drizzle-orm'
import type { NoticeFact, NoticeJob } from '../../domain/notifications/facts.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox } from '../jobs/commands.ts'

export type GameFact = Extract<NoticeFact, { kind: 'event-changed' | 'event-cancelled' | 'event-update' | 'event-nearby' }>

/** One id for one fact: put in the outbox twice, it is sent once. */
const messageIdOf = (fact: GameFact) => `${fact.kind}:${fact.eventId}:${'version' in fact ? fact.version : fact.updateId}`

/** Has people told of facts about games, in the batch that writes them. */
export const tellOfGames = (
  facts: readonly GameFact[],
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when?: SQL,
) =>
  putInOutbox(
    'notices',
    facts.map((fact) => ({ id: messageIdOf(fact), body: { fact, platform } satisfies NoticeJob })),
    { now, ...(when && { when }) },
  )
