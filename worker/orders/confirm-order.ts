import { eq } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { outcomeOf, readPage, resultStates } from '../payments/checkout-pages.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { findOrderOfSession } from './queries.ts'
import { orderRefunds as refunds } from './schema.ts'
import { takePayment } from './take-payment.ts'

/** A person comes back from the page of an order. Stripe's own event may be late, so the payment is stored here too. Null if it is no order. */
export async function confirmOrder({ db, stripe, now }: MoneyContext, userId: string, sessionId: string): Promise<PaymentResult | null> {
  const found = await findOrderOfSession(db, sessionId)
  if (!found) return null
  const { order, event } = found
  if (order.payerId !== userId) throw new AppError('PaymentNotYours')
  const session = await readPage(stripe, order, sessionId)
  const outcome = outcomeOf(session)
  if (outcome === 'paid' && order.state !== 'paid') await runBatch(db, { taken: takePayment(db, now, order, session) })
  // Their seats may be lost by now, whatever the reason is.
  const isBack = eq(refunds.id, `${order.id}:seat`)
  const back = outcome === 'paid' ? await readFirst(db, db.select({ id: refunds.id }).from(refunds).where(isBack)) : undefined
  return {
    state: resultStates[outcome],
    bought: { kind: 'seat', event, seats: order.seats, part: found.part, goesBack: back !== undefined },
    paid: { amount: order.amount, currency: order.currency },
  }
}
