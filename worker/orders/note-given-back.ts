import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { managesOrder } from './manages-money.ts'
import { orders, orderRefunds as refunds } from './schema.ts'
import { addUp, tellOfRefund } from './send-refunds.ts'
import { o } from './settle-orders.ts'

/** A host has given cash back. The player is told, once. A second request changes nothing. */
export async function noteGivenBack(db: Database, now: number, userId: string, orderId: string, refundId: string): Promise<void> {
  const isMine = sql`EXISTS (SELECT 1 FROM ${orders} ${o} WHERE ${o.id} = ${orderId} AND ${o.method} = 'cash' AND ${managesOrder(userId, o)})`
  const isThis = and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), isMine)
  const { found } = await runBatch(db, {
    found: select({ id: asText }, sql`SELECT ${refunds.id} AS id FROM ${refunds} WHERE ${isThis}`),
    told: tellOfRefund(refundId, now, sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${isThis} AND ${refunds.state} = 'due')`),
    noted: db
      .update(refunds)
      .set({ state: 'sent', sentAt: now })
      .where(and(isThis, eq(refunds.state, 'due'))),
    added: addUp(db, orderId),
  })
  if (found.rows.length === 0) throw new AppError('OrderNotFound')
}
