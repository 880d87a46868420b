import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type QueueName, queueNames } from '../../domain/jobs/contract.ts'
import { doneJobLifetime, outboxGracePeriod, splitBySize } from '../../domain/jobs/rules.ts'
import type { Env, Job } from '../env.ts'
import { MessageInsert, readAll, runBatch, write } from '../platform/batch.ts'
import { columnNames, inList } from '../platform/columns.ts'
import { type Database, openPrimary } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { jobs, outbox } from './schema.ts'

const maxSentAtOnce = 100

const columns = columnNames(outbox.id, outbox.queue, outbox.body, outbox.createdAt)

type Message = { id: string; body: unknown }

/**
 * Puts messages in the outbox, in the same batch as the change they are about, but only if `when` is true. A message
 * whose id is already there is not changed. The messages are sent when the request or job ends.
 */
export const putInOutbox = (queue: QueueName, messages: readonly Message[], { now, when = sql`1` }: { now: number; when?: SQL }) =>
  new MessageInsert(sql`INSERT OR IGNORE INTO ${outbox} (${columns})
    SELECT value->>'id', ${queue}, value->'body', ${now} FROM json_each(${JSON.stringify(messages)}) WHERE ${when}`)

/** The same for messages that only the database knows. Each row has an `id` and a `body`. */
export const putRowsInOutbox = (queue: QueueName, rows: SQL, { now }: { now: number }) =>
  new MessageInsert(sql`INSERT OR IGNORE INTO ${outbox} (${columns})
    SELECT id, ${queue}, body, ${now} FROM (${rows})`)

/** A message in a queue has up to 128 KB, and a key up to 100 characters. */
const maxErasedByOne = 500

/** Deletes the files of a query whose rows have a `key`, in parts that a queue takes. `jobId` names this deletion. */
export const eraseRows = (jobId: string, keys: SQL, { now }: { now: number }) =>
  putRowsInOutbox(
    'work',
    sql`SELECT ${jobId} || ':' || part AS id, json_object('kind', 'erase-files', 'keys', json_group_array(key)) AS body
      FROM (SELECT key, CAST((row_number() OVER () - 1) / ${maxErasedByOne} AS INTEGER) AS part FROM (${keys})) GROUP BY part`,
    { now },
  )

type Row = typeof outbox.$inferSelect

/** Sends messages to their queues in batches. A crash before the delete sends a message twice, which the consumer recognizes. */
async function send(db: Database, env: Env, rows: Row[]) {
  const queues: Record<QueueName, Queue> = {
    mail: env.MAIL_QUEUE,
    notices: env.NOTICES_QUEUE,
    work: env.WORK_QUEUE,
    money: env.MONEY_QUEUE,
  }
  for (const name of queueNames) {
    for (const batch of splitBySize(rows.filter((row) => row.queue === name))) {
      await queues[name].sendBatch(batch.map(({ id, body }) => ({ body: { id, body: JSON.parse(body) } satisfies Job<unknown> })))
      await write(
        db,
        db.delete(outbox).where(
          inList(
            outbox.id,
            batch.map(({ id }) => id),
          ),
        ),
      )
    }
  }
}

/** If a batch fails, tries its halves, so that one bad message does not hold back the others. */
async function sendEach(db: Database, env: Env, rows: Row[]) {
  try {
    await send(db, env, rows)
  } catch (error) {
    if (rows.length === 1) throw error
    const half = Math.ceil(rows.length / 2)
    const outcomes = [await settle(sendEach(db, env, rows.slice(0, half))), await settle(sendEach(db, env, rows.slice(half)))]
    // If no message could be sent, the queue is down. The next sweep tries again.
    if (outcomes.every((outcome) => outcome.status === 'rejected')) throw error
  }
}

const settle = async (work: Promise<void>) => (await Promise.allSettled([work]))[0] as PromiseSettledResult<void>

/** Sends what a request or job has just written. If that fails, the sweep sends it later. */
export async function sendOutbox(env: Env, ids: readonly string[]): Promise<void> {
  try {
    if (ids.length > 0) await sendMessages(openPrimary(env.DB), env, ids)
  } catch (error) {
    logLine('warn', 'outbox-left', { jobs: ids.length, ...getErrorFields(error) })
  }
}

async function sendMessages(db: Database, env: Env, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += maxSentAtOnce) {
    const batchIds = ids.slice(i, i + maxSentAtOnce)
    const rows = await readAll(db, db.select().from(outbox).where(inList(outbox.id, batchIds)))
    // We keep the order in which they were written.
    await send(
      db,
      env,
      rows.toSorted((a, b) => batchIds.indexOf(a.id) - batchIds.indexOf(b.id)),
    )
  }
}

/** The messages with these ids that have not been sent. */
export const findMessages = async (db: Database, ids: readonly string[]): Promise<Message[]> =>
  (await readAll(db, db.select({ id: outbox.id, body: outbox.body }).from(outbox).where(inList(outbox.id, ids)))).map(({ id, body }) => ({
    id,
    body: JSON.parse(body),
  }))

/** Nobody has to do what these messages say any longer. */
export const forgetMessages = async (db: Database, ids: readonly string[]): Promise<void> =>
  void (await write(db, db.delete(outbox).where(inList(outbox.id, ids))))

/** Sends what crashed requests left behind, in no order, because a queue keeps none either. Returns how many there were. */
export async function sweepOutbox(db: Database, env: Env, now: number): Promise<number> {
  const isOld = lt(outbox.createdAt, now - outboxGracePeriod)
  const rows = await readAll(db, db.select().from(outbox).where(isOld).limit(maxSentAtOnce))
  await sendEach(db, env, rows)
  return rows.length
}

export async function deleteDoneJobs(db: Database, now: number): Promise<void> {
  await write(db, db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.updatedAt, now - doneJobLifetime))))
}

type Outcome = { id: string; queue: QueueName; attempts: number; now: number }

/** The statement that marks a job as done. It runs alone, or in the same batch as the effect of the job. */
export function markDone(db: Database, { now, ...job }: Outcome) {
  const row = { ...job, state: 'done' as const, body: null, error: null, updatedAt: now }
  return db.insert(jobs).values(row).onConflictDoUpdate({ target: jobs.id, set: row })
}

/** If another delivery of the same job has finished it by now, the job stays done. */
const isNotDone = sql`${jobs.state} <> 'done'`

export async function markFailing(db: Database, { now, ...job }: Outcome, body: unknown, error: string): Promise<void> {
  const row = { ...job, state: 'failing' as const, body, error, updatedAt: now }
  await write(db, db.insert(jobs).values(row).onConflictDoUpdate({ target: jobs.id, set: row, setWhere: isNotDone }))
}

/** Keeps the last error, because the dead-letter queue does not say why a job failed. */
export async function markDead(db: Database, { now, ...job }: Outcome, body: unknown): Promise<void> {
  const deadRow = { state: 'dead' as const, body, updatedAt: now }
  await write(
    db,
    db
      .insert(jobs)
      .values({ ...job, ...deadRow, error: null })
      .onConflictDoUpdate({ target: jobs.id, set: deadRow, setWhere: isNotDone }),
  )
}

/** Sends a dead letter again with the same id. Returns false if there is none. */
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
