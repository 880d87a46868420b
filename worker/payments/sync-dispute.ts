import type Stripe from 'stripe'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { orderDisputes, syncOrderDispute } from '../orders/sync-dispute.ts'
import type { Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, hasCode } from './call-stripe.ts'
import { logUnreadDispute } from './dispute-book.ts'
import { type EventHandler, ofHosts } from './event-handler.ts'
import { paymentDisputes, syncPaymentDispute } from './payment-disputes.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Reads a dispute at Stripe, and returns the statements that store it and tell what is new. Disputes about other payments have no effect. */
export async function syncDispute(reading: Reading, accountId: string, disputeId: string): Promise<Statement[]> {
  const dispute = await callStripe(
    reading.stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }, { stripeAccount: accountId }),
  )
  const { payment_intent: payment } = dispute
  if (payment === null || typeof payment === 'string') return []
  return (
    (await syncOrderDispute(reading, accountId, payment, dispute)) ?? (await syncPaymentDispute(reading, accountId, payment, dispute)) ?? []
  )
}

const books = [orderDisputes, paymentDisputes]

/** Runs every minute: reminds those who have not answered two days before the deadline. */
export async function remindOfDisputes(db: Database, now: number): Promise<void> {
  for (const book of books) await book.remind(db, now)
}

/** Once an hour: reads open disputes again that were not read for a day, because an event may have been lost. */
export async function readDisputesAgain(reading: Reading): Promise<Statement[]> {
  const { db, now } = reading
  const statements: Statement[] = []
  for (const book of books) {
    for (const { id, accountId } of await book.listUnread(db, now)) {
      try {
        statements.push(...(await syncDispute(reading, accountId, id)))
      } catch (error) {
        // The host has ended our access, and may give it again.
        if (!hasCode(error, 'account_invalid')) logUnreadDispute(error, id)
        statements.push(book.markRead(id, now))
      }
    }
  }
  return statements
}

const syncDisputed = ofHosts((account, { event, ...reading }) => syncDispute(reading, account, event.objectId))

/** What the events about disputes lead to. */
export const disputeEvents: Partial<Record<EventType, EventHandler>> = {
  'charge.dispute.created': syncDisputed,
  'charge.dispute.updated': syncDisputed,
  'charge.dispute.closed': syncDisputed,
  'charge.dispute.funds_withdrawn': syncDisputed,
  'charge.dispute.funds_reinstated': syncDisputed,
}
