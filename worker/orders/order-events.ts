import { eq } from 'drizzle-orm'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { readOutcome, readPage } from '../payments/checkout-pages.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { readFirst } from '../platform/batch.ts'
import { orders } from './schema.ts'
import { endOrder, takePayment } from './take-payment.ts'

const syncSession = ofHosts(async (account, { db, stripe, now, event }) => {
  const order = await readFirst(db, db.select().from(orders).where(eq(orders.sessionId, event.objectId)))
  if (!order || order.accountId !== account || order.state === 'paid') return []
  const session = await readPage(stripe, order, event.objectId)
  // The seats stay held until their own time is over, so the person can open another page.
  return readOutcome(session, () => takePayment(db, now, order, session), endOrder(db, order.id)).statements
})

/** What the events about paid games lead to. */
export const orderEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'checkout.session.async_payment_succeeded': syncSession,
  'checkout.session.async_payment_failed': syncSession,
  'checkout.session.expired': syncSession,
}
