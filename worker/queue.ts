import type { QueueName } from '../domain/jobs/contract.ts'
import { retryDelay } from '../domain/jobs/rules.ts'
import type { Env, Job } from './env.ts'
import { markDead, markFailing, noteDone, sendOutbox } from './jobs/commands.ts'
import { findDoneJobs } from './jobs/queries.ts'
import { write } from './platform/batch.ts'
import { openClock } from './platform/clock.ts'
import { type Database, openPrimary } from './platform/database.ts'
import { inParallel } from './platform/in-parallel.ts'
import { type JobContext, type JobOutcome, markedDone } from './platform/job-context.ts'
import { JobError } from './platform/job-error.ts'
import { errorFields, logLine } from './platform/log.ts'
import { settingsOf } from './platform/settings.ts'

/** What each queue's jobs are and who does them; the doer is loaded when there is something to do. */
const workers: Record<QueueName, (id: string, body: unknown, context: JobContext) => Promise<JobOutcome>> = {
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
}

/** A Worker waits for at most six answers from elsewhere at once. */
const jobsAtOnce = 6

/** `gather-mail` -> mail, `gather-mail-dead` -> mail, dead. */
function readQueueName(name: string): { queue: QueueName; dead: boolean } {
  const [, queue, dead] = /^gather-(.+?)(-dead)?$/.exec(name) ?? []
  if (!queue || !Object.hasOwn(workers, queue)) throw new Error(`No worker for queue ${name}`)
  return { queue: queue as QueueName, dead: dead !== undefined }
}

/** Each message is settled by itself: one that fails does not take its neighbors along. */
export async function consumeQueue(batch: MessageBatch<Job<unknown>>, env: Env): Promise<void> {
  const { queue, dead } = readQueueName(batch.queue)
  const db = openPrimary(env.DB)
  if (dead) return bury(batch, db, queue, (await openClock(env))())
  // Deliveries of one job come one after the other: the second sees that the first has done it.
  const deliveries = Map.groupBy(batch.messages, (message) => message.body.id)
  const done = await findDoneJobs(db, [...deliveries.keys()])
  await inParallel([...deliveries], jobsAtOnce, async ([id, messages]) => {
    for (const message of messages) {
      if (!done.has(id) && (await work(message, env, queue))) done.add(id)
      if (done.has(id)) message.ack()
    }
  })
}

/** Does one job. What cannot be done is tried again later, or buried at once where that would end the same way. */
async function work(message: Message<Job<unknown>>, env: Env, queue: QueueName): Promise<boolean> {
  const db = openPrimary(env.DB)
  const { id, body } = message.body
  const outcome = { id, queue, attempts: message.attempts, now: (await openClock(env))() }
  const markDone = noteDone(db, outcome)
  let how: JobOutcome
  try {
    how = await workers[queue](id, body, { env, settings: settingsOf(env), db, now: outcome.now, markDone })
  } catch (error) {
    logLine('warn', 'job-failed', { queue, job: id, attempts: message.attempts, ...errorFields(error) })
    await markFailing(db, outcome, body, error instanceof JobError ? error.message : 'Failed unexpectedly; the log says more.')
    if (error instanceof JobError && error.permanent) {
      await markDead(db, outcome, body)
      message.ack()
    } else {
      message.retry({ delaySeconds: retryDelay(message.attempts, error instanceof JobError ? error.retryAfterSeconds : 0) })
    }
    return false
  }
  // The work is done, even if that cannot be written down: the provider knows the job's id.
  if (how !== markedDone)
    await write(db, markDone).catch((error: unknown) => logLine('error', 'job-unmarked', { queue, job: id, ...errorFields(error) }))
  await sendOutbox(env, db.outboxIds)
  return true
}

/** Keeps what failed every time for an operator. Why is known from its last attempt. */
async function bury(batch: MessageBatch<Job<unknown>>, db: Database, queue: QueueName, now: number): Promise<void> {
  for (const message of batch.messages) {
    const { id, body } = message.body
    await markDead(db, { id, queue, attempts: message.attempts, now }, body)
    logLine('error', 'dead-letter', { queue, job: id })
    message.ack()
  }
}
