import { drizzle } from 'drizzle-orm/d1'

export type Database = ReturnType<typeof drizzle> & {
  /** What was put in the outbox through it, to be sent when the request or job ends. */
  readonly outboxIds: string[]
}

/** Drizzle over D1 or a session of it. */
export const wrapDatabase = (d1: D1Database | D1DatabaseSession, outboxIds: string[] = []): Database =>
  // Drizzle's type names the whole database; it uses `prepare` and `batch`, which a session has.
  Object.assign(drizzle(d1 as D1Database), { outboxIds })

/** How much a request asked of D1. Filled in development only. */
export type QueryCount = { rowsRead: number; rowsWritten: number; roundTrips: number }

type Consistency = { bookmark?: string | undefined; write: boolean }

export type OpenDatabase = { db: Database; count: QueryCount; bookmark: () => string | null }

/**
 * A database session for one request. Reads may be answered by the nearest replica, never by one older than
 * the person's last write (the bookmark); writes start at the primary.
 */
export function openDatabase(
  d1: D1Database,
  { bookmark, write }: Consistency,
  { counting, outboxIds }: { counting: boolean; outboxIds: string[] },
): OpenDatabase {
  const session = d1.withSession(write ? 'first-primary' : (bookmark ?? 'first-unconstrained'))
  const count: QueryCount = { rowsRead: 0, rowsWritten: 0, roundTrips: 0 }
  if (counting) countQueries(session, count)
  return { db: wrapDatabase(session, outboxIds), count, bookmark: () => session.getBookmark() }
}

/** The newest rows there are: for access and money, where a stale replica would be a wrong answer. */
export function openPrimary(d1: D1Database, { counted, outboxIds = [] }: { counted?: QueryCount; outboxIds?: string[] } = {}): Database {
  const session = d1.withSession('first-primary')
  if (counted) countQueries(session, counted)
  return wrapDatabase(session, outboxIds)
}

type Answer = { meta?: { rows_read?: number; rows_written?: number } }
type Sender = { _sendOrThrow?: (...args: unknown[]) => Promise<Answer | Answer[]> }

/**
 * D1 tells the rows read with each answer but drops them for `raw()`, which Drizzle uses. In development the
 * session's own sender is listened to; tests/platform/server-timing.test.ts notices should it ever go away.
 */
function countQueries(session: D1DatabaseSession, count: QueryCount) {
  const sender = session as unknown as Sender
  const send = sender._sendOrThrow?.bind(session)
  if (!send) return
  sender._sendOrThrow = async (...args) => {
    count.roundTrips += 1
    const answer = await send(...args)
    for (const { meta } of Array.isArray(answer) ? answer : [answer]) {
      count.rowsRead += meta?.rows_read ?? 0
      count.rowsWritten += meta?.rows_written ?? 0
    }
    return answer
  }
}
