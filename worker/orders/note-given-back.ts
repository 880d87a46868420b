import { and, eq, or, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { handIdOf, isRefused } from '../payments/refused-refunds.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isWithheld } from './disputed.ts'
import { managesOrder } from './manages-money.ts'
import { orders, orderRefunds as refunds } from './schema.ts'
import { addUp, tellOfRefund } from './send-refunds.ts'
import { o, restOf } from './settle-orders.ts'
import { platformOf } from './tell-money-managers.ts'

/**
 * A host has given back by hand what no job can send: cash, what was paid on an account that we can no longer use, or what the bank of the
 * player did not take. The player is told, once. A second request changes nothing.
 */
export async function noteGivenBack(db: Database, now: number, userId: string, orderId: string, refundId: string): Promise<void> {
  const isMine = sql`EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.id} = ${orderId} AND ${managesOrder(userId, o)})`
  const isMineWith = (id: string) => and(eq(refunds.id, id), eq(refunds.orderId, orderId), isMine)
  const isThis = isMineWith(refundId)
  const isCash = sql`EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.id} = ${orderId} AND ${o.method} = 'cash')`
  const isStuck = sql`(${refunds.waitsFor} = 'no-access' AND ${refunds.stripeId} IS NULL)`
  const isForHost = (id: string) => and(isMineWith(id), eq(refunds.state, 'due'), sql`(${isCash} OR ${isStuck})`)
  const rest = sql`(SELECT iif(${isWithheld(o)}, 0, ${restOf(o)}) FROM ${orders} ${o} WHERE ${o.id} = ${orderId})`
  const handId = handIdOf(refundId)
  const tellOf = (id: string) => tellOfRefund(id, now, platformOf(orderId), sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${isForHost(id)})`)
  const { after } = await runBatch(db, {
    // What the bank has refused stays as it is at Stripe. Another refund replaces it, which we never send.
    replaced: insertSelect(
      refunds,
      {
        ...{ id: handId, orderId: refunds.orderId, amount: refunds.amount, reason: refunds.reason },
        ...{ state: 'due', waitsFor: 'no-access', createdAt: now },
      },
      sql`FROM ${refunds} WHERE ${isThis} AND ${isRefused(refunds, refunds.orderId, rest)} ON CONFLICT DO NOTHING`,
    ),
    told: [refundId, handId].map(tellOf),
    noted: db
      .update(refunds)
      .set({ state: 'sent', waitsFor: null, sentAt: now })
      .where(or(isForHost(refundId), isForHost(handId))),
    added: addUp(db, orderId),
    after: select(
      { isNoted: asBoolean },
      sql`SELECT (${refunds.state} = 'sent' AND ${refunds.stripeId} IS NULL) OR EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${handId}) AS isNoted
        FROM ${refunds} WHERE ${isThis}`,
    ),
  })
  const [refund] = after.rows
  if (!refund) throw new AppError('OrderNotFound')
  if (!refund.isNoted) throw new AppError('RefundGoesByCard')
}
