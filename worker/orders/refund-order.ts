import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { orders, orderRefunds as refunds } from './schema.ts'
import { queueOrders, restOf } from './settle-orders.ts'

const o = alias(orders, 'o')

/** Whoever is paid for the game, and those who manage the money of its community. */
const managesOrder = (userId: string): SQL =>
  sql`(${o.payeeId} = ${userId} OR EXISTS (SELECT 1 FROM ${games} WHERE ${games.id} = ${o.eventId} AND ${games.teamId} IS NOT NULL
    AND ${canAct(asPerson(userId), sql`${games.teamId}`, 'billing.manage')}))`

/** Gives a part of a payment back, or all that is left. The player keeps their seats. A second request with the same key gives nothing more. */
export async function refundOrder(
  db: Database,
  { now }: Clock,
  userId: string,
  orderId: string,
  { amount, idempotencyKey }: RefundOrder,
): Promise<void> {
  const id = await deriveId('refund', userId, orderId, idempotencyKey)
  const mine = sql`${o.id} = ${orderId} AND ${o.state} = 'paid' AND ${managesOrder(userId)}`
  const { found, after } = await runBatch(db, {
    found: select({ rest: asNumber }, sql`SELECT ${restOf(o)} AS rest FROM ${orders} ${o} WHERE ${mine}`),
    inserted: insertSelect(
      refunds,
      { id, orderId: o.id, amount, reason: 'host', state: 'due', createdAt: now },
      sql`FROM ${orders} ${o} WHERE ${mine} AND ${amount} <= ${restOf(o)} ON CONFLICT DO NOTHING`,
    ),
    after: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    queued: queueOrders(sql`${o.id} = ${orderId} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`, id, now),
  })
  if (found.rows.length === 0) throw new AppError('OrderNotFound')
  if (after.rows.length === 0) throw new AppError('RefundTooLarge')
}
