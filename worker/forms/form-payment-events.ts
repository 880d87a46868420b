import type { EventType } from '../../domain/payments/webhooks.ts'
import { readOutcome, readPage } from '../payments/checkout-pages.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { findFormPaymentOfSession, readPlace } from './form-payments.ts'
import { endFormPage, jobContext, takeFormPayment } from './take-form-payment.ts'

const syncSession = ofHosts(async (account, { db, stripe, now, event }) => {
  const payment = await findFormPaymentOfSession(db, event.objectId)
  if (payment?.accountId !== account || payment.paidAt !== null) return []
  const session = await readPage(stripe, payment, event.objectId)
  const place = await readPlace(db, payment.submissionId)
  // The places stay held until their own time is over, so the person can open another page.
  return readOutcome(session, (paid) => takeFormPayment(jobContext(now), place, payment, paid), endFormPage(db, payment.id)).statements
})

/** What the events about payments for forms lead to. */
export const formPaymentEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': syncSession,
  'checkout.session.async_payment_succeeded': syncSession,
  'checkout.session.async_payment_failed': syncSession,
  'checkout.session.expired': syncSession,
}
