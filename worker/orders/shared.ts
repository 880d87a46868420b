import { type SQL, sql } from 'drizzle-orm'
import { games } from '../events/shared.ts'
import { isOwed } from '../payments/unsent-refunds.ts'
import { readFirst } from '../platform/batch.ts'
import { expose } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { disputes, orderRefunds, orders } from './schema.ts'

/** What was sold, and what went back of it, as far as other features may read them. */
export const sales = expose(
  orders,
  ...([
    'id',
    'eventId',
    'joinerId',
    'payerId',
    'payeeId',
    'accountId',
    'paymentId',
    'state',
    'amount',
    'currency',
    'method',
    'createdAt',
  ] as const),
)
export const refundsOfSales = expose(orderRefunds, 'id', 'stripeId', 'state', 'createdAt', 'orderId', 'amount', 'waitsFor', 'triedAt')

/** The people who have paid this host by card for games that are not over, or are paying for them: `payerId`. */
export const selectPayersOf = (hostId: string, now: number): SQL => sql`SELECT ${orders.payerId} AS payerId FROM ${orders}
  CROSS JOIN ${games} ON ${games.id} = ${orders.eventId} AND ${games.state} = 'published' AND ${games.endsAt} > ${now}
  WHERE ${orders.payeeId} = ${hostId} AND ${orders.method} = 'card' AND ${orders.state} IN ('open', 'paid') AND ${orders.settledAt} IS NULL`

/** How many payments for games to this host are disputed, and not decided. */
export const countOpenDisputesOf = (hostId: string): SQL =>
  sql`(SELECT count(*) FROM ${disputes} CROSS JOIN ${orders} ON ${orders.id} = ${disputes.orderId} AND ${orders.payeeId} = ${hostId}
    WHERE ${disputes.closedAt} IS NULL)`

/** On this account, people have paid for games that are not over, or wait for a buyer of their seats, a bank has not decided, or money must still go back. */
export async function owesGames(db: Database, accountId: string, now: number): Promise<boolean> {
  const isOfAccount = sql`${orders.accountId} = ${accountId} AND ${orders.method} = 'card'`
  const row = await readFirst(
    db,
    select(
      { owes: asBoolean },
      sql`SELECT EXISTS (SELECT 1 FROM ${orders} CROSS JOIN ${games} ON ${games.id} = ${orders.eventId} AND ${games.state} = 'published' AND ${games.endsAt} > ${now}
          WHERE ${isOfAccount} AND ${orders.state} IN ('open', 'paid') AND (${orders.settledAt} IS NULL OR ${orders.resaleAt} IS NOT NULL))
        OR EXISTS (SELECT 1 FROM ${orderRefunds} CROSS JOIN ${orders} ON ${orders.id} = ${orderRefunds.orderId} AND ${isOfAccount}
          WHERE ${isOwed(orderRefunds)})
        OR EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.accountId} = ${accountId} AND ${disputes.closedAt} IS NULL) AS owes`,
    ),
  )
  return row?.owes ?? false
}
