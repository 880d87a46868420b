import type Stripe from 'stripe'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { syncDueRefunds } from '../dues/refunds.ts'
import { syncFormRefunds } from '../forms/form-refunds.ts'
import { syncMembershipRefunds } from '../memberships/payments.ts'
import { syncRefunds } from '../orders/send-refunds.ts'
import type { Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe } from './call-stripe.ts'
import { type EventHandler, ofHosts } from './event-handler.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Reads what went back of a payment, whatever it was for. */
export const syncRefundsOf = async (reading: Reading, accountId: string, paymentId: string): Promise<Statement[]> => [
  ...(await syncRefunds(reading, accountId, paymentId)),
  ...(await syncDueRefunds(reading, accountId, paymentId)),
  ...(await syncFormRefunds(reading, accountId, paymentId)),
  ...(await syncMembershipRefunds(reading, accountId, paymentId)),
]

const syncMoneyBack = (kind: 'refunds' | 'charges') =>
  ofHosts(async (account, { event, ...reading }) => {
    const options = { stripeAccount: account }
    const { refunds, charges } = reading.stripe
    const found = kind === 'refunds' ? refunds.retrieve(event.objectId, {}, options) : charges.retrieve(event.objectId, {}, options)
    const { payment_intent: payment } = await callStripe<{ payment_intent: unknown }>(found)
    return typeof payment === 'string' ? syncRefundsOf(reading, account, payment) : []
  })

/** What the events about money that goes back lead to. */
export const refundEvents: Partial<Record<EventType, EventHandler>> = {
  'refund.created': syncMoneyBack('refunds'),
  'refund.updated': syncMoneyBack('refunds'),
  'refund.failed': syncMoneyBack('refunds'),
  'charge.refunded': syncMoneyBack('charges'),
}
