import { type SQL, sql } from 'drizzle-orm'
import { splitEndsBefore } from '../../domain/orders/balance.ts'
import { entries, games } from '../events/shared.ts'
import { updateSet } from '../platform/columns.ts'
import { orders } from './schema.ts'

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
