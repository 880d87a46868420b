import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { type PaidSession, paymentIdOf } from '../payments/checkout-pages.ts'
import { queueRefundSync } from '../payments/queue-refund-sync.ts'
import type { Statement } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { type CardPayment, findDuePayment } from './checkout-session.ts'
import { p, queueSettling } from './queue-settling.ts'
import { mailReceipt } from './receipts.ts'
import { duePayments, dueRefunds } from './schema.ts'

const other = alias(duePayments, 'other')

/** Something else settles what the person owes, for example cash that was noted meanwhile. */
const isSettledOtherwise: SQL = sql`EXISTS (SELECT 1 FROM ${duePayments} ${other} WHERE ${other.dueId} = ${duePayments.dueId}
  AND ${other.userId} = ${duePayments.userId} AND ${other.state} = 'paid' AND ${other.id} <> ${duePayments.id})`

/**
 * The statements that store a payment: it settles what the person owes, or goes back if that is settled already. They change nothing if the
 * payment is stored already.
 */
export function takePayment(now: number, { id, accountId }: CardPayment, session: PaidSession): Statement[] {
  const isLateNow = sql`${p.id} = ${id} AND ${p.state} = 'late' AND ${p.paidAt} = ${now}`
  return [
    updateSet(
      duePayments,
      { state: sql`iif(${isSettledOtherwise}, 'late', 'paid')`, paidAt: now, paymentId: paymentIdOf(session), sessionId: session.id },
      sql`WHERE ${duePayments.id} = ${id} AND ${duePayments.state} IN ('open', 'ended')`,
    ),
    insertSelect(
      dueRefunds,
      { id: sql`${p.id} || ':twice'`, duePaymentId: p.id, amount: p.amount, reason: 'twice', state: 'due', createdAt: now },
      sql`FROM ${duePayments} ${p} WHERE ${isLateNow} ON CONFLICT DO NOTHING`,
    ),
    queueSettling(isLateNow, `twice:${now}`, now),
    ...queueRefundSync({ id, accountId }, session, now),
    mailReceipt(id, now),
  ]
}

/** Nobody has paid on the page, and nobody can any more. */
export const endPage = (db: Database, id: string): Statement =>
  db
    .update(duePayments)
    .set({ state: 'ended' })
    .where(and(eq(duePayments.id, id), eq(duePayments.state, 'open')))

/** Takes a payment that Stripe lists, as if its event had arrived. */
export async function takeListedDuePayment(
  { db, now }: { db: Database; now: number },
  { id, paymentId }: MoneyWorkOf<'take-due-payment'>,
): Promise<Statement[]> {
  const payment = await findDuePayment(db, id)
  return payment ? takePayment(now, payment, { id: payment.sessionId, payment_intent: paymentId }) : []
}
