import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { DeadLetter } from '../../domain/jobs/contract.ts'
import type { Database } from '../platform/database.ts'
import { jobs } from './schema.ts'

/** Which of these jobs are finished already. One query for a whole batch. */
export async function findDoneJobs(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'done'), inArray(jobs.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)))
  return new Set(rows.map((row) => row.id))
}

/** The newest hundred: an operator mends the cause, then sends them again. */
export async function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  const rows = await db
    .select({ id: jobs.id, queue: jobs.queue, error: jobs.error, attempts: jobs.attempts, failedAt: jobs.updatedAt })
    .from(jobs)
    .where(eq(jobs.state, 'dead'))
    .orderBy(desc(jobs.updatedAt), jobs.id)
    .limit(100)
  return rows as DeadLetter[]
}
