import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { isJobDone } from '../jobs/queries.ts'
import { AssertionFailed, mustHold, runBatch, type Statement } from '../platform/batch.ts'
import { type JobContext, type JobOutcome, markedDone } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { endUnpaidPlan } from './end-unpaid-plan.ts'
import { eventHandlers } from './event-handlers.ts'
import { findMissedEvents } from './find-missed-events.ts'
import { openStripe } from './open-stripe.ts'
import { findEvent } from './queries.ts'

export async function doMoneyWork(id: string, body: unknown, context: JobContext): Promise<JobOutcome> {
  const parsed = v.safeParse(MoneyWork, body)
  if (!parsed.success) throw new JobError('not work about money', { permanent: true })
  const work = parsed.output
  if (work.kind === 'event') return finishOnce(id, await findEffect(work.eventId, context), context)
  if (work.kind === 'end-unpaid-plan') {
    const stripe = await openStripe(context.settings)
    return finishOnce(id, await endUnpaidPlan({ ...context, stripe }, work.subscriptionId), context)
  }
  await findMissedEvents(context)
  return finishOnce(id, [], context)
}

async function findEffect(eventId: string, { db, settings, now }: JobContext): Promise<readonly Statement[]> {
  const event = await findEvent(db, eventId)
  const handle = event && eventHandlers[event.type]
  return handle ? await handle({ db, stripe: await openStripe(settings), now, event }) : []
}

/** Runs the effect of a job and marks the job as done: both or neither. If another delivery was faster, nothing happens. */
async function finishOnce(id: string, effect: readonly Statement[], { db, markDone }: JobContext): Promise<JobOutcome> {
  try {
    await runBatch(db, { first: mustHold('job-not-done', sql`NOT ${isJobDone(id)}`), effect, done: markDone })
  } catch (error) {
    if (!(error instanceof AssertionFailed) || error.assertion !== 'job-not-done') throw error
  }
  return markedDone
}
