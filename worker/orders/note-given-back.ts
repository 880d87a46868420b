import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { managesOrder } from './manages-money.ts'
import { orders, orderRefunds as refunds } from './schema.ts'
import { addUp, tellOfRefund } from './send-refunds.ts'
import { o } from './settle-orders.ts'
import { platformOf } from './tell-money-managers.ts'

/**
 * A host has given back by hand what no job can send: cash, or what was paid on an account that we can no longer use. The player is told,
 * once. A second request changes nothing.
 */
export async function noteGivenBack(db: Database, now: number, userId: string, orderId: string, refundId: string): Promise<void> {
  const isMine = sql`EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.id} = ${orderId} AND ${managesOrder(userId, o)})`
  const isThis = and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), isMine)
  const isCash = sql`EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.id} = ${orderId} AND ${o.method} = 'cash')`
  const isStuck = sql`(${refunds.waitsFor} = 'no-access' AND ${refunds.stripeId} IS NULL)`
  const isForHost = and(isThis, eq(refunds.state, 'due'), sql`(${isCash} OR ${isStuck})`)
  const { after } = await runBatch(db, {
    told: tellOfRefund(refundId, now, platformOf(orderId), sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${isForHost})`),
    noted: db.update(refunds).set({ state: 'sent', waitsFor: null, sentAt: now }).where(isForHost),
    added: addUp(db, orderId),
    after: select(
      { isNoted: asBoolean },
      sql`SELECT ${refunds.state} = 'sent' AND ${refunds.stripeId} IS NULL AS isNoted FROM ${refunds} WHERE ${isThis}`,
    ),
  })
  const [refund] = after.rows
  if (!refund) throw new AppError('OrderNotFound')
  if (!refund.isNoted) throw new AppError('RefundGoesByCard')
}
