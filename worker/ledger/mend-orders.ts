import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { findOrder } from '../orders/queries.ts'
import { takePayment } from '../orders/take-payment.ts'
import type { Statement } from '../platform/batch.ts'
import type { Reading } from './reading.ts'

/** Takes a payment that Stripe lists, as if its event had arrived. */
export async function takeListedPayment(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { orderId, paymentId }: MoneyWorkOf<'take-payment'>,
): Promise<Statement[]> {
  const order = await findOrder(db, orderId)
  if (!order || order.state === 'paid') return []
  return takePayment(db, now, order, { id: order.sessionId, payment_intent: paymentId })
}
