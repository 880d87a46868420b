import type { EventType } from '../../domain/payments/webhooks.ts'
import { callStripe } from './call-stripe.ts'
import { storePlanEnd } from './end-unpaid-plan.ts'
import { type EventHandler, ofOurs } from './event-handler.ts'
import { mailTrialEnd } from './mail-trial-end.ts'
import { syncPlanDispute } from './plan-disputes.ts'
import { syncPlanRefunds } from './plan-refunds.ts'
import { syncInvoice } from './sync-invoice.ts'
import { syncPlan } from './sync-plan.ts'
import { takeOverPayment } from './take-over-payment.ts'

// Linked accounts have subscriptions too, which are not plans.
const syncSubscription = ofOurs(({ event, ...reading }) => syncPlan(reading, event.objectId))

const syncSession = ofOurs(async ({ event, ...reading }) => {
  const session = await callStripe(reading.stripe.checkout.sessions.retrieve(event.objectId))
  if (typeof session.subscription === 'string') return syncPlan(reading, session.subscription)
  return (await takeOverPayment(reading, session))?.statements ?? []
})

/** Stripe tells of it three days before. */
const tellOfTrialEnd = ofOurs(async ({ event, ...reading }) => [
  ...(await syncPlan(reading, event.objectId)),
  ...(await mailTrialEnd(reading, event.objectId)),
])

const syncBill = ofOurs(({ event, ...reading }) => syncInvoice(reading, event.objectId))

const syncBack = (kind: 'refunds' | 'charges') =>
  ofOurs(async ({ event, ...reading }) => {
    const { refunds, charges } = reading.stripe
    const { payment_intent: payment } = await callStripe<{ payment_intent: unknown }>(
      kind === 'refunds' ? refunds.retrieve(event.objectId) : charges.retrieve(event.objectId),
    )
    return typeof payment === 'string' ? syncPlanRefunds(reading, payment) : []
  })

const syncDisputed = ofOurs(({ event, ...reading }) => syncPlanDispute(reading, event.objectId))

/** What the events about plans lead to. */
export const planEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'customer.subscription.created': syncSubscription,
  'customer.subscription.updated': syncSubscription,
  'customer.subscription.deleted': ofOurs(({ event, ...reading }) => storePlanEnd(reading, event.objectId)),
  'customer.subscription.trial_will_end': tellOfTrialEnd,
  'invoice.finalized': syncBill,
  'invoice.paid': syncBill,
  'invoice.payment_failed': syncBill,
  'invoice.voided': syncBill,
  'invoice.marked_uncollectible': syncBill,
  'refund.created': syncBack('refunds'),
  'refund.updated': syncBack('refunds'),
  'refund.failed': syncBack('refunds'),
  'charge.refunded': syncBack('charges'),
  'charge.dispute.created': syncDisputed,
  'charge.dispute.updated': syncDisputed,
  'charge.dispute.closed': syncDisputed,
  'charge.dispute.funds_withdrawn': syncDisputed,
  'charge.dispute.funds_reinstated': syncDisputed,
}
