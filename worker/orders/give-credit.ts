import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { people } from '../accounts/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isChargedBack, isWithheld } from './disputed.ts'
import { managesOrder } from './manages-money.ts'
import { credits, orders } from './schema.ts'
import { o, restOf } from './settle-orders.ts'

const payer = alias(people, 'payer')

/**
 * Gives a player credit for the next games of the payee, instead of money that goes back. The payment stays with the payee, and the player
 * keeps their seats. A second request with the same key gives nothing more.
 */
export async function giveCredit(
  db: Database,
  { now }: Clock,
  userId: string,
  orderId: string,
  { amount, idempotencyKey }: RefundOrder,
): Promise<void> {
  const id = await deriveId('credit', userId, orderId, idempotencyKey)
  const mine = sql`${o.id} = ${orderId} AND ${o.state} = 'paid' AND ${managesOrder(userId, o)}`
  const isDisputed = sql`(${isWithheld(o)} OR ${isChargedBack(o)})`
  const isGone = sql`NOT EXISTS (SELECT 1 FROM ${people} ${payer} WHERE ${payer.id} = ${o.payerId} AND ${payer.deletedAt} IS NULL)`
  const { found, after } = await runBatch(db, {
    found: select(
      { isDisputed: asBoolean, isGone: asBoolean },
      sql`SELECT ${isDisputed} AS isDisputed, ${isGone} AS isGone FROM ${orders} ${o} WHERE ${mine}`,
    ),
    inserted: insertSelect(
      credits,
      {
        ...{ id, payeeId: o.payeeId, userId: o.payerId, orderId: o.id, amount, currency: o.currency },
        ...{ reason: 'host', createdAt: now },
      },
      sql`FROM ${orders} ${o} WHERE ${mine} AND NOT ${isDisputed} AND NOT ${isGone} AND ${amount} <= ${restOf(o)} ON CONFLICT DO NOTHING`,
    ),
    told: notifyOf(
      { kind: 'credit-given', creditId: id },
      { id: `credit-given:${id}`, now },
      sql`EXISTS (SELECT 1 FROM ${credits} WHERE ${credits.id} = ${id} AND ${credits.createdAt} = ${now})`,
    ),
    after: db.select({ id: credits.id }).from(credits).where(eq(credits.id, id)),
  })
  const [order] = found.rows
  if (!order) throw new AppError('OrderNotFound')
  if (after.rows.length > 0) return
  if (order.isDisputed) throw new AppError('OrderDisputed')
  if (order.isGone) throw new AppError('PayerGone')
  throw new AppError('RefundTooLarge')
}
