import type { SQL } from 'drizzle-orm'
import type { Work } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox } from '../jobs/commands.ts'

export type News = { what: Extract<Work, { kind: 'event-news' }>['what']; eventId: string; fact: string }

/** One name for one fact: put in twice, it is told once. */
const jobOf = ({ what, eventId, fact }: News) => `event-news:${what}:${eventId}:${fact}`

/** Has people told of events, for the batch of the fact. */
export const spreadNews = (news: readonly News[], { now, platform }: { now: number; platform?: PlatformId | undefined }, when?: SQL) =>
  putInOutbox(
    'work',
    news.map((item) => ({ id: jobOf(item), body: { kind: 'event-news', ...item, platform } satisfies Work })),
    { now, ...(when && { when }) },
  )
