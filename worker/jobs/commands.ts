import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type QueueName, queueNames } from '../../domain/jobs/contract.ts'
import { cutBySize, doneKeptFor, outboxGrace } from '../../domain/jobs/rules.ts'
import type { Env, Job } from '../env.ts'
import { MessageInsert, readAll, runBatch, write } from '../platform/batch.ts'
import { columnNames, inList } from '../platform/columns.ts'
import { type Database, openPrimary } from '../platform/database.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { jobs, outbox } from './schema.ts'

const sentAtOnce = 100

const columns = columnNames(outbox.id, outbox.queue, outbox.body, outbox.createdAt)

type Message = { id: string; body: unknown }

/**
 * Puts messages in the outbox, in the batch of the fact they tell of; where `when` is given, only if it holds. A message whose id is
 * there already stays as it is. They are sent when the request or job ends.
 */
export const putInOutbox = (queue: QueueName, messages: readonly Message[], { now, when = sql`1` }: { now: number; when?: SQL }) =>
  new MessageInsert(sql`INSERT OR IGNORE INTO ${outbox} (${columns})
    SELECT value->>'id', ${queue}, value->'body', ${now} FROM json_each(${JSON.stringify(messages)}) WHERE ${when}`)

/** The same for messages that only the database knows: each row has an `id` and a `body`. */
export const putRowsInOutbox = (queue: QueueName, rows: SQL, { now }: { now: number }) =>
  new MessageInsert(sql`INSERT OR IGNORE INTO ${outbox} (${columns})
    SELECT id, ${queue}, body, ${now} FROM (${rows})`)

type Row = typeof outbox.$inferSelect

/** Hands messages to their queue, as many at once as it takes. A crash in between sends one twice, which the consumer notices. */
async function send(db: Database, env: Env, rows: Row[]) {
  const queues: Record<QueueName, Queue> = { mail: env.MAIL_QUEUE, notices: env.NOTICES_QUEUE, work: env.WORK_QUEUE }
  for (const name of queueNames) {
    for (const load of cutBySize(rows.filter((row) => row.queue === name))) {
      await queues[name].sendBatch(load.map(({ id, body }) => ({ body: { id, body: JSON.parse(body) } satisfies Job<unknown> })))
      await write(
        db,
        db.delete(outbox).where(
          inList(
            outbox.id,
            load.map(({ id }) => id),
          ),
        ),
      )
    }
  }
}

/** Oldest first, and one that cannot be sent does not hold back the others. */
async function sendEach(db: Database, env: Env, rows: Row[]) {
  try {
    await send(db, env, rows)
  } catch (error) {
    if (rows.length === 1) throw error
    const half = Math.ceil(rows.length / 2)
    const outcomes = [await settle(sendEach(db, env, rows.slice(0, half))), await settle(sendEach(db, env, rows.slice(half)))]
    // When nothing goes out the queue is down, and the next sweep tries again.
    if (outcomes.every((outcome) => outcome.status === 'rejected')) throw error
  }
}

const settle = async (work: Promise<void>) => (await Promise.allSettled([work]))[0] as PromiseSettledResult<void>

/** Sends what a request or job has just written. Should it fail, the sweep follows up. */
export async function sendOutbox(env: Env, ids: readonly string[]): Promise<void> {
  try {
    if (ids.length > 0) await sendMessages(openPrimary(env.DB), env, ids)
  } catch (error) {
    logLine('warn', 'outbox-left', { jobs: ids.length, ...errorFields(error) })
  }
}

async function sendMessages(db: Database, env: Env, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += sentAtOnce) {
    const wanted = ids.slice(i, i + sentAtOnce)
    const rows = await readAll(db, db.select().from(outbox).where(inList(outbox.id, wanted)))
    // In the order in which they were put there.
    await send(
      db,
      env,
      rows.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)),
    )
  }
}

/** Sends what a crashed request left behind, oldest first. Returns how many there were. */
export async function sweepOutbox(db: Database, env: Env, now: number): Promise<number> {
  const isOld = lt(outbox.createdAt, now - outboxGrace)
  const rows = await readAll(db, db.select().from(outbox).where(isOld).orderBy(outbox.createdAt).limit(sentAtOnce))
  await sendEach(db, env, rows)
  return rows.length
}

export async function forgetDoneJobs(db: Database, now: number): Promise<void> {
  await write(db, db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.updatedAt, now - doneKeptFor))))
}

type Outcome = { id: string; queue: QueueName; attempts: number; now: number }

/** The statement that notes a job as done: run by itself, or in the batch of what the job does. */
export function noteDone(db: Database, { now, ...job }: Outcome) {
  const row = { ...job, state: 'done' as const, body: null, error: null, updatedAt: now }
  return db.insert(jobs).values(row).onConflictDoUpdate({ target: jobs.id, set: row })
}

/** A job that another delivery finished meanwhile stays done. */
const unlessDone = sql`${jobs.state} <> 'done'`

export async function markFailing(db: Database, { now, ...job }: Outcome, body: unknown, error: string): Promise<void> {
  const row = { ...job, state: 'failing' as const, body, error, updatedAt: now }
  await write(db, db.insert(jobs).values(row).onConflictDoUpdate({ target: jobs.id, set: row, setWhere: unlessDone }))
}

/** The last error stays: the dead-letter queue itself does not say why. */
export async function markDead(db: Database, { now, ...job }: Outcome, body: unknown): Promise<void> {
  const dead = { state: 'dead' as const, body, updatedAt: now }
  await write(
    db,
    db
      .insert(jobs)
      .values({ ...job, ...dead, error: null })
      .onConflictDoUpdate({ target: jobs.id, set: dead, setWhere: unlessDone }),
  )
}

/** Sends a dead letter again under its own id. False when there is none. */
export async function retryDeadLetter(db: Database, id: string, now: number): Promise<boolean> {
  const isDead = and(eq(jobs.id, id), eq(jobs.state, 'dead'))
  const { revived } = await runBatch(db, {
    message: new MessageInsert(sql`INSERT OR IGNORE INTO ${outbox} (${columns})
      SELECT ${jobs.id}, ${jobs.queue}, ${jobs.body}, ${now} FROM ${jobs} WHERE ${isDead}`),
    revived: db.update(jobs).set({ state: 'failing', updatedAt: now }).where(isDead),
  })
  return revived.changes > 0
}

export async function dropDeadLetter(db: Database, id: string): Promise<boolean> {
  return (await write(db, db.delete(jobs).where(and(eq(jobs.id, id), eq(jobs.state, 'dead'))))) > 0
}
