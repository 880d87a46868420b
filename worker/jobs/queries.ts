import { and, desc, eq, sql } from 'drizzle-orm'
import type { DeadLetter } from '../../domain/jobs/contract.ts'
import { readAll } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { jobs } from './schema.ts'

/** Which of these jobs are finished already. One query for a whole batch. */
export async function findDoneJobs(db: Database, ids: string[]): Promise<Set<string>> {
  // Without the plus SQLite goes through every job of a week that is done, by the index over states.
  const isDone = and(inList(jobs.id, ids), sql`+${jobs.state} = 'done'`)
  const rows = await readAll(db, db.select({ id: jobs.id }).from(jobs).where(isDone))
  return new Set(rows.map((row) => row.id))
}

/** The newest hundred: an operator mends the cause, then sends them again. */
export const listDeadLetters = (db: Database): Promise<DeadLetter[]> =>
  readAll(
    db,
    db
      .select({ id: jobs.id, queue: jobs.queue, error: jobs.error, attempts: jobs.attempts, failedAt: jobs.updatedAt })
      .from(jobs)
      .where(eq(jobs.state, 'dead'))
      .orderBy(desc(jobs.updatedAt), jobs.id)
      .limit(100),
  )
