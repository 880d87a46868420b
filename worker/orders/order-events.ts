import { eq } from 'drizzle-orm'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { callStripe } from '../payments/call-stripe.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { readFirst } from '../platform/batch.ts'
import { readSession } from './checkout-session.ts'
import { orders } from './schema.ts'
import { syncRefunds } from './send-refunds.ts'
import { syncDispute } from './sync-dispute.ts'
import { endOrder, outcomeOf, takePayment } from './take-payment.ts'

const syncSession = ofHosts(async (account, { db, stripe, now, event }) => {
  const order = await readFirst(db, db.select().from(orders).where(eq(orders.sessionId, event.objectId)))
  if (!order || order.accountId !== account || order.state === 'paid') return []
  const session = await readSession(stripe, order, event.objectId)
  const outcome = outcomeOf(session)
  if (outcome === 'paid') return takePayment(db, now, order, session)
  // The seats stay held until their own time is over, so the person can open another page.
  return outcome === 'ended' ? [endOrder(db, order.id)] : []
})

const syncMoneyBack = (kind: 'refunds' | 'charges') =>
  ofHosts(async (account, { event, ...reading }) => {
    const options = { stripeAccount: account }
    const { refunds, charges } = reading.stripe
    const found = kind === 'refunds' ? refunds.retrieve(event.objectId, {}, options) : charges.retrieve(event.objectId, {}, options)
    const { payment_intent: payment } = await callStripe<{ payment_intent: unknown }>(found)
    return typeof payment === 'string' ? syncRefunds(reading, account, payment) : []
  })

const syncDisputed = ofHosts((account, { event, ...reading }) => syncDispute(reading, account, event.objectId))

/** What the events about paid games lead to. */
export const orderEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'checkout.session.async_payment_succeeded': syncSession,
  'checkout.session.async_payment_failed': syncSession,
  'checkout.session.expired': syncSession,
  'refund.created': syncMoneyBack('refunds'),
  'refund.updated': syncMoneyBack('refunds'),
  'refund.failed': syncMoneyBack('refunds'),
  'charge.refunded': syncMoneyBack('charges'),
  'charge.dispute.created': syncDisputed,
  'charge.dispute.updated': syncDisputed,
  'charge.dispute.closed': syncDisputed,
  'charge.dispute.funds_withdrawn': syncDisputed,
  'charge.dispute.funds_reinstated': syncDisputed,
}
