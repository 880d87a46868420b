import type Stripe from 'stripe'
import { checkoutDuration, checkoutMargin } from '../../domain/orders/holds.ts'
import { hasCode } from '../payments/call-stripe.ts'
import { type ReadPage, readOutcome } from '../payments/checkout-pages.ts'
import type { Database } from '../platform/database.ts'
import { closeSession } from './checkout-session.ts'
import type { Order } from './queries.ts'
import { endOrder, takePayment } from './take-payment.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Closes the page of an order at Stripe. Whoever has just paid there has their seats. */
export async function closeOrder({ db, stripe, now }: Reading, order: Order): Promise<ReadPage> {
  const end = endOrder(db, order.id)
  try {
    return readOutcome(await closeSession(stripe, order), (session) => takePayment(db, now, order, session), end)
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    // The host has ended our access, so we shall not learn more, and the page ends by itself.
    const isOver = now > order.createdAt + checkoutDuration + checkoutMargin
    return isOver ? { outcome: 'ended', statements: [end] } : { outcome: 'open', statements: [] }
  }
}
