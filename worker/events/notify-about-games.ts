import type { SQL } from 'drizzle-orm'
import type { NoticeFact, NoticeJob } from '../../domain/notifications/facts.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox } from '../jobs/commands.ts'

export type GameFact = Extract<
  NoticeFact,
  { kind: 'event-changed' | 'event-cancelled' | 'event-update' | 'event-nearby' | 'series-dates-added' }
>

/** Each fact has one id, so it is sent once even if it is put in the outbox twice. */
export const messageIdOf = (fact: GameFact) =>
  `${fact.kind}:${fact.eventId}:${'version' in fact ? fact.version : 'updateId' in fact ? fact.updateId : fact.dates}`

/** Puts facts about games in the outbox, in the batch that makes them true. People are notified after it. */
export const notifyAboutGames = (
  facts: readonly GameFact[],
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when?: SQL,
) =>
  putInOutbox(
    'notices',
    facts.map((fact) => ({ id: messageIdOf(fact), body: { fact, platform } satisfies NoticeJob })),
    { now, ...(when && { when }) },
  )
