import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isChargedBack, isWithheld } from './disputed.ts'
import { managesOrder } from './manages-money.ts'
import { orders, orderRefunds as refunds } from './schema.ts'
import { o, queueOrders, restOf } from './settle-orders.ts'

/** Gives a part of a payment back, or all that is left. The player keeps their seats. A second request with the same key gives nothing more. */
export async function refundOrder(
  db: Database,
  { now }: Clock,
  userId: string,
  orderId: string,
  { amount, idempotencyKey }: RefundOrder,
): Promise<void> {
  const id = await deriveId('refund', userId, orderId, idempotencyKey)
  const mine = sql`${o.id} = ${orderId} AND ${o.state} = 'paid' AND ${managesOrder(userId, o)}`
  const isDisputed = sql`(${isWithheld(o)} OR ${isChargedBack(o)})`
  const { found, after } = await runBatch(db, {
    found: select({ isDisputed: asBoolean }, sql`SELECT ${isDisputed} AS isDisputed FROM ${orders} ${o} WHERE ${mine}`),
    inserted: insertSelect(
      refunds,
      { id, orderId: o.id, amount, reason: 'host', state: 'due', createdAt: now },
      sql`FROM ${orders} ${o} WHERE ${mine} AND NOT ${isDisputed} AND ${amount} <= ${restOf(o)} ON CONFLICT DO NOTHING`,
    ),
    after: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    queued: queueOrders(sql`${o.id} = ${orderId} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`, id, now),
  })
  const [order] = found.rows
  if (!order) throw new AppError('OrderNotFound')
  if (after.rows.length === 0 && order.isDisputed) throw new AppError('OrderDisputed')
  if (after.rows.length === 0) throw new AppError('RefundTooLarge')
}
