import type { QueueName } from '../domain/jobs/contract.ts'
import { getRetryDelay } from '../domain/jobs/rules.ts'
import type { Env, Job } from './env.ts'
import { markDead, markDone, markFailing, sendOutbox } from './jobs/commands.ts'
import { findDoneJobs } from './jobs/queries.ts'
import { write } from './platform/batch.ts'
import { openClock } from './platform/clock.ts'
import { type Database, openPrimary } from './platform/database.ts'
import { runInParallel } from './platform/in-parallel.ts'
import { type JobContext, type JobOutcome, markedDone } from './platform/job-context.ts'
import { JobError } from './platform/job-error.ts'
import { getErrorFields, logLine } from './platform/log.ts'
import { getSettings } from './platform/settings.ts'

/** The function that runs the jobs of each queue. Its code is loaded only when there is a job. */
const consumers: Record<QueueName, (id: string, body: unknown, context: JobContext) => Promise<JobOutcome>> = {
  mail: async (id, body, context) => {
    const { deliverMail } = await import('./mail/jobs.ts')
    await deliverMail(body, id, context)
    return undefined
  },
  notices: async (id, body, context) => {
    const { deliverNotice } = await import('./notifications/jobs.ts')
    return deliverNotice(id, body, context)
  },
  work: async (_, body, context) => {
    const { doWork } = await import('./work.ts')
    await doWork(body, context)
    return undefined
  },
  money: async (id, body, context) => {
    const { doMoneyWork } = await import('./payments/jobs.ts')
    return doMoneyWork(id, body, context)
  },
}

/** A Worker may have at most six requests to other services open at once. */
const maxParallelJobs = 6

/** `gather-mail` -> mail, `gather-mail-dead` -> mail, dead. */
function readQueueName(name: string): { queue: QueueName; dead: boolean } {
  const [, queue, dead] = /^gather-(.+?)(-dead)?$/.exec(name) ?? []
  if (!queue || !Object.hasOwn(consumers, queue)) throw new Error(`No worker for queue ${name}`)
  return { queue: queue as QueueName, dead: dead !== undefined }
}

/** Acknowledges or retries each message on its own, so that one that fails does not affect the others. */
export async function consumeQueue(batch: MessageBatch<Job<unknown>>, env: Env): Promise<void> {
  const { queue, dead } = readQueueName(batch.queue)
  const db = openPrimary(env.DB)
  if (dead) return markAllDead(batch, db, queue, (await openClock(env))())
  // Two deliveries of one job run one after the other, so that the second one sees that the job is done.
  const deliveries = Map.groupBy(batch.messages, (message) => message.body.id)
  const done = await findDoneJobs(db, [...deliveries.keys()])
  await runInParallel([...deliveries], maxParallelJobs, async ([id, messages]) => {
    for (const message of messages) {
      if (!done.has(id) && (await runJob(message, env, queue))) done.add(id)
      if (done.has(id)) message.ack()
    }
  })
}

/** Runs one job. A job that fails is retried later, or becomes a dead letter at once if a retry would fail too. */
async function runJob(message: Message<Job<unknown>>, env: Env, queue: QueueName): Promise<boolean> {
  const db = openPrimary(env.DB)
  const { id, body } = message.body
  const outcome = { id, queue, attempts: message.attempts, now: (await openClock(env))() }
  const doneStatement = markDone(db, outcome)
  let result: JobOutcome
  try {
    result = await consumers[queue](id, body, { env, settings: getSettings(env), db, now: outcome.now, markDone: doneStatement })
  } catch (error) {
    logLine('warn', 'job-failed', { queue, job: id, attempts: message.attempts, ...getErrorFields(error) })
    await markFailing(db, outcome, body, error instanceof JobError ? error.message : 'Failed unexpectedly. The log has the details.')
    if (error instanceof JobError && error.permanent) {
      await markDead(db, outcome, body)
      message.ack()
    } else {
      message.retry({ delaySeconds: getRetryDelay(message.attempts, error instanceof JobError ? error.retryAfterSeconds : 0) })
    }
    return false
  }
  // If this write fails, the job is still done. It may run again, and the provider then recognizes the id of the job.
  if (result !== markedDone)
    await write(db, doneStatement).catch((error: unknown) => logLine('error', 'job-unmarked', { queue, job: id, ...getErrorFields(error) }))
  await sendOutbox(env, db.outboxIds)
  return true
}

/** Keeps jobs that failed every time, so that an operator can look at them. The last attempt has stored the error. */
async function markAllDead(batch: MessageBatch<Job<unknown>>, db: Database, queue: QueueName, now: number): Promise<void> {
  for (const message of batch.messages) {
    const { id, body } = message.body
    await markDead(db, { id, queue, attempts: message.attempts, now }, body)
    logLine('error', 'dead-letter', { queue, job: id })
    message.ack()
  }
}
