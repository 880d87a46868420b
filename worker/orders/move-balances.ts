import { type SQL, sql } from 'drizzle-orm'
import { splitEndsBefore } from '../../domain/orders/balance.ts'
import { hour } from '../../domain/time/spans.ts'
import { entries, games } from '../events/shared.ts'
import { updateSet } from '../platform/columns.ts'
import { orders } from './schema.ts'

/**
 * Some of these games may have another start. Whoever paid with the promise of their money back until some hours before the start has it for
 * the new start too, also if the host has changed the rule meanwhile. The later deadline counts, because players may have planned with the
 * first one, and an earlier start must not take from them what they were promised.
 */
export const moveRefundDeadlines = (eventIds: SQL): SQL =>
  updateSet(
    orders,
    {
      refundUntil: sql`max(${orders.refundUntil}, (SELECT ${games.startsAt} FROM ${games} WHERE ${games.id} = ${orders.eventId}) - ${orders.refundHours} * ${hour})`,
    },
    sql`WHERE ${orders.eventId} IN (${eventIds}) AND ${orders.refundUntil} IS NOT NULL AND ${orders.refundHours} IS NOT NULL
      AND ${orders.state} IN ('open', 'paid') AND ${orders.settledAt} IS NULL`,
  )

/**
 * Some of these games have another start. What is due before a game moves along, and friends pay before the new start. Use it before the
 * entries learn of the new start.
 */
export function moveBalances(eventIds: SQL, now: number): SQL {
  const start = sql`(SELECT ${games.startsAt} FROM ${games} WHERE ${games.id} = ${orders.eventId})`
  const before = sql`(SELECT ${entries.startsAt} FROM ${entries} WHERE ${entries.id} = ${orders.joinerId})`
  const ofShares = sql`min(${orders.balanceDueAt}, ${start} - ${splitEndsBefore})`
  return updateSet(
    orders,
    {
      balanceDueAt: sql`max(${now}, iif(${orders.shares} > 0, ${ofShares}, ${orders.balanceDueAt} + ${start} - ${before}))`,
      // It was told for another day.
      balanceToldAt: null,
    },
    sql`WHERE ${orders.eventId} IN (${eventIds}) AND ${orders.balanceDueAt} IS NOT NULL AND ${start} <> ${before}`,
  )
}
