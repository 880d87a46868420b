import { type SQL, sql } from 'drizzle-orm'
import { maxSoldGames, type SoldGame } from '../../domain/accounts/deletion.ts'
import { eventLedgerPath } from '../../domain/ledger/paths.ts'
import { gamePaymentsPath } from '../../domain/orders/paths.ts'
import { isHostOf } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { asBoolean, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { orders } from './schema.ts'

/** Games that are not over, and for which people have paid this person, or are paying. */
const fromSoldGames = (userId: string, now: number): SQL => sql`FROM ${orders}
  CROSS JOIN ${games} ${game} ON ${game.id} = ${orders.eventId} AND ${game.state} = 'published' AND ${game.endsAt} > ${now}
  WHERE ${orders.payeeId} = ${userId} AND ${orders.state} IN ('open', 'paid') AND ${orders.settledAt} IS NULL AND ${orders.amount} > 0`

export const hasSoldGames = (userId: string, now: number): SQL => sql`EXISTS (SELECT 1 ${fromSoldGames(userId, now)})`

export const selectSoldGames = (userId: string, now: number) =>
  selectFields(
    {
      ...{ id: game.id, title: game.title, startsAt: game.startsAt, timeZone: game.timeZone },
      isHost: computed(isHostOf(userId), asBoolean),
    },
    sql`${fromSoldGames(userId, now)} GROUP BY ${game.id} ORDER BY ${game.startsAt}, ${game.id} LIMIT ${maxSoldGames}`,
  )

/** Whoever is paid, but no longer hosts the game, finds it in their books. */
export const toSoldGame = ({ isHost, ...sold }: RowOf<ReturnType<typeof selectSoldGames>>): SoldGame => ({
  ...sold,
  path: isHost ? gamePaymentsPath(sold.id) : eventLedgerPath(sold.id),
})
