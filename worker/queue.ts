import type { QueueName } from '../domain/jobs/contract.ts'
import { retryDelay } from '../domain/jobs/rules.ts'
import type { Env, Job } from './env.ts'
import { markDead, markDone, markFailing } from './jobs/commands.ts'
import { findDoneJobs } from './jobs/queries.ts'
import { type Database, openPrimary } from './platform/database.ts'
import { JobError } from './platform/job-error.ts'
import { errorFields, logLine } from './platform/log.ts'
import { type Settings, settingsOf } from './platform/settings.ts'

export type JobContext = { env: Env; settings: Settings; db: Database; now: number }

/** What each queue's jobs are and who does them; the doer is loaded when there is something to do. */
const workers: Record<QueueName, (id: string, body: unknown, context: JobContext) => Promise<void>> = {
  mail: async (id, body, context) => {
    const { deliverMail } = await import('./mail/jobs.ts')
    await deliverMail(body, id, context)
  },
  notices: async (_, body, context) => {
    const { deliverTidings } = await import('./notifications/jobs.ts')
    await deliverTidings(body, context)
  },
  work: async (_, body, context) => {
    const { doWork } = await import('./work.ts')
    await doWork(body, context)
  },
}

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
  if (dead) return bury(batch, db, queue)
  const ids = batch.messages.map((message) => message.body.id)
  const done = await findDoneJobs(db, ids)
  for (const message of batch.messages) {
    if (!done.has(message.body.id) && (await work(message, { env, settings: settingsOf(env), db, now: Date.now() }, queue))) {
      done.add(message.body.id)
    }
    if (done.has(message.body.id)) message.ack()
  }
}

/** Does one job. What cannot be done is tried again later, or buried at once where that would end the same way. */
async function work(message: Message<Job<unknown>>, context: JobContext, queue: QueueName): Promise<boolean> {
  const { id, body } = message.body
  const outcome = { id, queue, attempts: message.attempts, now: context.now }
  try {
    await workers[queue](id, body, context)
  } catch (error) {
    logLine('warn', 'job-failed', { queue, job: id, attempts: message.attempts, ...errorFields(error) })
    await markFailing(context.db, outcome, body, error instanceof JobError ? error.message : 'Failed unexpectedly; the log says more.')
    if (error instanceof JobError && error.permanent) {
      await markDead(context.db, outcome, body)
      message.ack()
    } else {
      message.retry({ delaySeconds: retryDelay(message.attempts, error instanceof JobError ? error.retryAfterSeconds : 0) })
    }
    return false
  }
  // Done is done, also where that cannot be written down: the provider knows the job's id.
  await markDone(context.db, outcome).catch((error: unknown) => logLine('error', 'job-unmarked', { queue, job: id, ...errorFields(error) }))
  return true
}

/** Keeps what failed every time for an operator. Why is known from its last attempt. */
async function bury(batch: MessageBatch<Job<unknown>>, db: Database, queue: QueueName): Promise<void> {
  for (const message of batch.messages) {
    const { id, body } = message.body
    await markDead(db, { id, queue, attempts: message.attempts, now: Date.now() }, body)
    logLine('error', 'dead-letter', { queue, job: id })
    message.ack()
  }
}
