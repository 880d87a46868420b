import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { entries } from '../events/shared.ts'
import { selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { orders } from './schema.ts'

const part = alias(orders, 'part')
const first = alias(orders, 'first')
const party = alias(entries, 'party')
const u = alias(people, 'u')

/** The parties of friends in which a person has paid for a seat, and that still have their seats. */
const fromParties = (payerId: string): SQL => sql`FROM ${orders} ${part}
  CROSS JOIN ${orders} ${first} ON ${first.id} = ${part.balanceOf} AND ${first.payerId} <> ${payerId}
  CROSS JOIN ${entries} ${party} ON ${party.id} = ${part.joinerId} AND ${party.state} IN ('going', 'paying') AND ${party.userId} <> ${payerId}`

// It is written out that there is a balance, because SQLite then reads the partial index.
const isShareOf = (payerId: string): SQL =>
  sql`${part.balanceOf} IS NOT NULL AND ${part.payerId} = ${payerId} AND ${part.state} = 'paid' AND ${part.settledAt} IS NULL`

/** The friend as whose guest a person plays in a game, because they have paid for a seat of the friend's party. */
export const selectFriendOfGuest = (payerId: string, eventId: string) =>
  selectFields(
    faceColumnsOf(u),
    sql`${fromParties(payerId)} CROSS JOIN ${people} ${u} ON ${u.id} = ${party.userId} AND ${hasNoBlock(payerId, u.id)}
      WHERE ${isShareOf(payerId)} AND ${part.eventId} = ${eventId} ORDER BY ${part.paidAt} LIMIT 1`,
  )

/** So many of the shares that a person paid last are looked at. Nobody has paid for more games to come. */
const maxShares = 50

/** Selects the `id` of each game in which a person plays as a guest of a friend, of those that they paid last. */
export const selectGamesAsGuest = (payerId: string): SQL =>
  sql`SELECT ${part.eventId} AS id ${fromParties(payerId)} WHERE ${part.id} IN (${selectNewestShares(payerId)})`

const selectNewestShares = (payerId: string): SQL =>
  sql`SELECT ${part.id} FROM ${orders} ${part} WHERE ${isShareOf(payerId)} ORDER BY ${part.createdAt} DESC LIMIT ${maxShares}`

/** Selects all such games, without parties that did not come. A year is counted at most once a day. */
export const selectGamesPlayedAsGuest = (payerId: string): SQL =>
  sql`SELECT ${part.eventId} AS id ${fromParties(payerId)} WHERE ${isShareOf(payerId)} AND NOT ${party.isNoShow}`
