import type { EventType } from '../../domain/payments/webhooks.ts'
import { readOutcome, readPage } from '../payments/checkout-pages.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { findDueOfSession } from './checkout-session.ts'
import { endPage, takePayment } from './take-payment.ts'

const syncSession = ofHosts(async (account, { db, stripe, now, event }) => {
  const payment = await findDueOfSession(db, event.objectId)
  if (payment?.accountId !== account || payment.paidAt !== null) return []
  const session = await readPage(stripe, payment, event.objectId)
  return readOutcome(session, () => takePayment(now, payment, session), endPage(db, payment.id)).statements
})

/** What the events about dues lead to. */
export const dueEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'checkout.session.async_payment_succeeded': syncSession,
  'checkout.session.async_payment_failed': syncSession,
  'checkout.session.expired': syncSession,
}
