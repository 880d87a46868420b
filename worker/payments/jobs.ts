import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MoneyWork, type MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { sweepDues } from '../dues/queue-settling.ts'
import { settleDuePayment } from '../dues/settle.ts'
import { takeListedDuePayment } from '../dues/take-payment.ts'
import { sweepFormPayments } from '../forms/queue-form-settling.ts'
import { endUnpaidSubmission, settleFormPayment } from '../forms/settle-form-payment.ts'
import { takeListedFormPayment } from '../forms/take-form-payment.ts'
import { isJobDone } from '../jobs/queries.ts'
import { takeListedPayment } from '../ledger/mend-orders.ts'
import { sweepLedgers } from '../ledger/queue-syncs.ts'
import { syncLedger } from '../ledger/sync-ledger.ts'
import { endMembership, readMembership, returnRest } from '../memberships/end-at-stripe.ts'
import { queueReadings } from '../memberships/queue-ends.ts'
import { endHold } from '../orders/end-hold.ts'
import { settleOrder } from '../orders/send-refunds.ts'
import { queueUnsentRefunds } from '../orders/settle-orders.ts'
import { AssertionFailed, mustHold, runBatch, type Statement } from '../platform/batch.ts'
import { type JobContext, type JobOutcome, markedDone } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { endPlans } from './end-plans.ts'
import { endUnpaidPlan, readPlanAgain } from './end-unpaid-plan.ts'
import { unlessEnded } from './event-handler.ts'
import { eventHandlers } from './event-handlers.ts'
import { findMissedEvents } from './find-missed-events.ts'
import { openStripe } from './open-stripe.ts'
import { readPlanDisputesAgain } from './plan-disputes.ts'
import { findEvent } from './queries.ts'
import { queueAccountReadings } from './queue-account-readings.ts'
import { queuePlanReadings } from './queue-plan-readings.ts'
import { syncRefundsOf } from './refund-events.ts'
import { syncAccount } from './sync-account.ts'
import { readDisputesAgain, syncDispute } from './sync-dispute.ts'
import { queueReleases, tellStripeOfUnlinking } from './unlink-account.ts'

/** What each kind of work does at Stripe, and the statements of its effect here. */
const workers: { [Kind in MoneyWork['kind']]: (work: MoneyWorkOf<Kind>, context: JobContext) => Promise<readonly Statement[]> } = {
  event: async ({ eventId }, { db, settings, now }) => {
    const event = await findEvent(db, eventId)
    return event ? await eventHandlers[event.type]({ db, stripe: await openStripe(settings), now, event }) : []
  },
  'end-unpaid-plan': async ({ subscriptionId }, { db, settings, now }) =>
    endUnpaidPlan({ db, stripe: await openStripe(settings), now }, subscriptionId),
  'read-plan': async ({ subscriptionId }, { db, settings, now }) =>
    readPlanAgain({ db, stripe: await openStripe(settings), now }, subscriptionId),
  sweep: async (_, context) => {
    const missed = await findMissedEvents(context)
    const { db, settings, now } = context
    const reading = { db, now, stripe: await openStripe(settings) }
    return [
      ...missed,
      ...queueUnsentRefunds(now),
      ...(await readDisputesAgain(reading)),
      ...(await readPlanDisputesAgain(reading)),
      ...queuePlanReadings(now),
      queueReadings(now),
      ...sweepDues(now),
      ...sweepFormPayments(now),
      ...sweepLedgers(now),
      queueAccountReadings(now),
      queueReleases(now),
    ]
  },
  'find-missed-events': ({ after }, context) => findMissedEvents(context, after),
  'unlink-account': async (work, { db, settings, now }) =>
    tellStripeOfUnlinking({ db, settings, now, stripe: await openStripe(settings) }, work),
  'read-account': async ({ accountId }, { db, settings, now }) => syncAccount({ db, now, stripe: await openStripe(settings) }, accountId),
  'settle-order': async ({ orderId }, { db, settings, now }) => settleOrder({ db, now, stripe: await openStripe(settings) }, orderId),
  'end-hold': async (work, { db, settings, now }) => endHold({ db, now, stripe: await openStripe(settings) }, work),
  'sync-ledger': async (work, { db, settings, now }) =>
    syncLedger({ db, now, stripe: await openStripe(settings) }, { ...work, kind: 'sync-ledger' }),
  'take-payment': async (work, { db, now }) => takeListedPayment({ db, now }, work),
  'sync-refunds': async ({ accountId, paymentId }, { db, settings, now }) => {
    const stripe = await openStripe(settings)
    return unlessEnded(() => syncRefundsOf({ db, now, stripe }, accountId, paymentId))
  },
  'sync-dispute': async ({ accountId, disputeId }, { db, settings, now }) => {
    const stripe = await openStripe(settings)
    return unlessEnded(() => syncDispute({ db, now, stripe }, accountId, disputeId))
  },
  'settle-due-payment': async (work, { db, settings, now }) => settleDuePayment({ db, now, stripe: await openStripe(settings) }, work),
  'take-due-payment': async (work, { db, now }) => takeListedDuePayment({ db, now }, work),
  'settle-form-payment': async (work, { db, settings, now }) => settleFormPayment({ db, now, stripe: await openStripe(settings) }, work),
  'take-form-payment': async (work, { db, now }) => takeListedFormPayment({ db, now }, work),
  'end-unpaid-submission': async (work, { db, settings, now }) =>
    endUnpaidSubmission({ db, now, stripe: await openStripe(settings) }, work),
  'end-plans': async (work, { db, settings, now }) => endPlans({ db, now, stripe: await openStripe(settings) }, work),
  'end-membership': async (work, { db, settings, now }) => endMembership({ db, now, stripe: await openStripe(settings) }, work),
  'return-membership-rest': async (work, { db, settings, now }) => {
    const stripe = await openStripe(settings)
    return unlessEnded(() => returnRest({ db, now, stripe }, work))
  },
  'read-membership': async (work, { db, settings, now }) => readMembership({ db, now, stripe: await openStripe(settings) }, work),
}

export async function doMoneyWork(id: string, body: unknown, context: JobContext): Promise<JobOutcome> {
  const parsed = v.safeParse(MoneyWork, body)
  if (!parsed.success) throw new JobError('not work about money', { permanent: true })
  return finishOnce(id, await findEffect(parsed.output, context), context)
}

const findEffect = <Kind extends MoneyWork['kind']>(work: MoneyWorkOf<Kind> & { kind: Kind }, context: JobContext) =>
  workers[work.kind](work, context)

/** Runs the effect of a job and marks the job as done: both or neither. If another delivery was faster, nothing happens. */
async function finishOnce(id: string, effect: readonly Statement[], { db, markDone }: JobContext): Promise<JobOutcome> {
  try {
    await runBatch(db, { first: mustHold('job-not-done', sql`NOT ${isJobDone(id)}`), effect, done: markDone })
  } catch (error) {
    if (!(error instanceof AssertionFailed) || error.assertion !== 'job-not-done') throw error
  }
  return markedDone
}
