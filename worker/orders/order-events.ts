import { eq } from 'drizzle-orm'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { readFirst } from '../platform/batch.ts'
import { readSession } from './checkout-session.ts'
import { orders } from './schema.ts'
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

const syncDisputed = ofHosts((account, { event, ...reading }) => syncDispute(reading, account, event.objectId))

/** What the events about paid games lead to. */
export const orderEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'checkout.session.async_payment_succeeded': syncSession,
  'checkout.session.async_payment_failed': syncSession,
  'checkout.session.expired': syncSession,
  'charge.dispute.created': syncDisputed,
  'charge.dispute.updated': syncDisputed,
  'charge.dispute.closed': syncDisputed,
  'charge.dispute.funds_withdrawn': syncDisputed,
  'charge.dispute.funds_reinstated': syncDisputed,
}
