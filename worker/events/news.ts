import { type SQL, sql } from 'drizzle-orm'
import type { Work } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putEachInOutbox } from '../jobs/commands.ts'

export type News = { what: Extract<Work, { kind: 'event-news' }>['what']; eventId: string; fact: string }

/** One name for one fact: put in twice, it is told once. */
const jobOf = ({ what, eventId, fact }: News) => `event-news:${what}:${eventId}:${fact}`

export const jobsOf = (news: readonly News[]): string[] => news.map(jobOf)

/** Has people told of events, for the batch of the fact. Hand `jobsOf` to `sendOutboxSoon`. */
export const spreadNews = (
  news: readonly News[],
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when: SQL = sql`1`,
): SQL =>
  putEachInOutbox(
    news.map((item) => ({ id: jobOf(item), body: { kind: 'event-news', ...item, platform } satisfies Work })),
    { queue: 'work', now },
    when,
  )
