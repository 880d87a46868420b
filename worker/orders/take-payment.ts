import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { inSeatBatch } from '../events/seats.ts'
import { confirmPaidSeat } from '../events/settle-paying.ts'
import { type PaidSession, paymentIdOf } from '../payments/checkout-pages.ts'
import { queueRefundSync } from '../payments/queue-refund-sync.ts'
import type { Statement, Statements } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { endBalance, isBalancePaid } from './balance-left.ts'
import type { Order } from './queries.ts'
import { mailReceipt } from './receipts.ts'
import { refundResold } from './refund-resold.ts'
import { orders } from './schema.ts'
import { refundLatePayment } from './settle-orders.ts'

export const flatten = (statements: Statements): Statement[] => Object.values(statements).flat()

/** The payment was stored in this batch. */
export const isPaidNow = (id: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${id} AND ${orders.state} = 'paid' AND ${orders.paidAt} = ${now})`

/**
 * The statements that store a payment: the person has their seats, or the money goes back. They change nothing if the payment is stored
 * already.
 */
export function takePayment(
  db: Database,
  now: number,
  { id, eventId, joinerId, accountId, balanceOf }: Order,
  session: PaidSession,
): Statement[] {
  const paymentId = paymentIdOf(session)
  return flatten(
    inSeatBatch(eventId, now, {
      paid: db
        .update(orders)
        .set({ state: 'paid', paidAt: now, paymentId, sessionId: session.id })
        .where(and(eq(orders.id, id), ne(orders.state, 'paid'))),
      ...confirmPaidSeat(db, now, joinerId, sql`${isPaidNow(id, now)} AND ${isBalancePaid(id)}`),
      late: refundLatePayment(id, now),
      // A payment that goes back pays no balance, so this comes after it.
      balance: balanceOf === null ? [] : [endBalance(balanceOf)],
      resold: refundResold(id, eventId, now),
      refunded: queueRefundSync({ id, accountId }, session, now),
      receipt: mailReceipt(id, now),
    }),
  )
}

/** Nobody can pay for this order any more. */
export const endOrder = (db: Database, id: string): Statement =>
  db
    .update(orders)
    .set({ state: 'ended' })
    .where(and(eq(orders.id, id), eq(orders.state, 'open')))
