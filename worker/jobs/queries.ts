import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DeadLetter, QueueName } from '../../domain/jobs/contract.ts'
import { readAll } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { jobs } from './schema.ts'

/** Returns which of these jobs are finished already, in one query for the whole batch. */
export async function findDoneJobs(db: Database, ids: string[]): Promise<Set<string>> {
  // The plus stops SQLite from using the index over states, which would read every job that was done in a week.
  const isDone = and(inList(jobs.id, ids), sql`+${jobs.state} = 'done'`)
  const rows = await readAll(db, db.select({ id: jobs.id }).from(jobs).where(isDone))
  return new Set(rows.map((row) => row.id))
}

/** A condition: this job is finished. The plus is there for the same reason. */
export const isJobDone = (id: SQL | string): SQL => sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.id} = ${id} AND +${jobs.state} = 'done')`

/** A condition: this job has been tried, whether or not it is finished. */
export const isJobKnown = (id: SQL | string): SQL => sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.id} = ${id})`

/** Jobs of one queue that failed for good, the oldest first. */
export const selectDeadJobs = (db: Database, queue: QueueName, limit: number) =>
  db
    .select({ id: jobs.id, error: jobs.error, failedAt: jobs.updatedAt })
    .from(jobs)
    .where(and(eq(jobs.state, 'dead'), eq(jobs.queue, queue)))
    .orderBy(asc(jobs.updatedAt))
    .limit(limit)

/** Lists the newest 100. An operator fixes the cause and sends them again. */
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
