import { drizzle } from 'drizzle-orm/d1'

export type Database = ReturnType<typeof drizzle> & {
  /** The ids of messages that were put in the outbox through it. They are sent when the request or job ends. */
  readonly outboxIds: string[]
}

/** Wraps D1, or a session of it, with Drizzle. */
export const wrapDatabase = (d1: D1Database | D1DatabaseSession, outboxIds: string[] = []): Database =>
  // Drizzle's type asks for a database, but it only uses `prepare` and `batch`, which a session has too.
  Object.assign(drizzle(d1 as D1Database), { outboxIds })

/** How much a request read from and wrote to D1. Counted in development only. */
export type QueryCount = { rowsRead: number; rowsWritten: number; roundTrips: number }

type Consistency = { bookmark?: string | undefined; write: boolean }

export type OpenDatabase = { db: Database; count: QueryCount; bookmark: () => string | null }

/**
 * Opens a database session for one request. Reads may come from the nearest replica, but never from one that is older than the
 * person's last write (the bookmark). Requests that write start at the primary.
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

/** Opens a session that reads the newest rows. For access, jobs and answers right after a write, where an old replica could give a wrong answer. */
export function openPrimary(d1: D1Database, { counted, outboxIds = [] }: { counted?: QueryCount; outboxIds?: string[] } = {}): Database {
  const session = d1.withSession('first-primary')
  if (counted) countQueries(session, counted)
  return wrapDatabase(session, outboxIds)
}

type Answer = { meta?: { rows_read?: number; rows_written?: number } }
type Sender = { _sendOrThrow?: (...args: unknown[]) => Promise<Answer | Answer[]> }

/**
 * D1 reports the rows read with each answer, but drops them for `raw()`, which Drizzle uses. So in development we wrap the session's
 * internal send function. If an update removes it, a test in tests/platform/answers.test.ts fails.
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
