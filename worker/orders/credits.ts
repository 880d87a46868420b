import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { currencies } from '../../domain/money.ts'
import { type Credits, maxCreditsShown } from '../../domain/orders/contract.ts'
import { people } from '../accounts/shared.ts'
import type { game } from '../events/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, select } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { isChargedBack, isWithheld } from './disputed.ts'
import { payeeOf } from './payee.ts'
import { credits, orders } from './schema.ts'

const given = alias(credits, 'given')
const own = alias(credits, 'own')
const used = alias(orders, 'used')
const payee = alias(people, 'payee')

type Purse = { userId: SQLWrapper | string; payeeId: SQLWrapper | string; currency: SQLWrapper | string }

/** The host gave it instead of a payment that a bank has taken back, or may give back to the player. */
const isAtBank = sql`(${given.reason} = 'host' AND (${isWithheld({ id: given.orderId })} OR ${isChargedBack({ id: given.orderId })}))`

/**
 * What a player has left with a host and not used. Orders that nobody has paid, and nobody can pay any more, use nothing. `except` are orders
 * `used` that are about to end. If credit was used before its payment went to a bank, more is used than there is: then nothing is left.
 */
export const creditIn = ({ userId, payeeId, currency }: Purse, except: SQL = sql`0`): SQL => sql`max(0,
  (SELECT coalesce(sum(${given.amount}), 0) FROM ${credits} ${given}
    WHERE ${given.userId} = ${userId} AND ${given.payeeId} = ${payeeId} AND ${given.currency} = ${currency} AND NOT ${isAtBank})
  - (SELECT coalesce(sum(${used.credit}), 0) FROM ${orders} ${used} WHERE ${used.payerId} = ${userId} AND ${used.payeeId} = ${payeeId}
    AND ${used.currency} = ${currency} AND ${used.credit} > 0 AND ${used.state} IN ('open', 'paid') AND NOT (${except})))`

/**
 * What a person can use to pay for their seats in this game. Their open payment for these does not count, because a new one replaces it.
 * Nothing more is read for people who never had credit.
 */
export const creditForGame = (event: Pick<typeof game, 'id' | 'teamId' | 'creatorId' | 'pricing'>, userId: string): SQL => {
  const isReplaced = sql`${used.eventId} = ${event.id} AND ${used.state} = 'open' AND ${used.settledAt} IS NULL`
  const purse = { userId, payeeId: payeeOf(event), currency: sql`${event.pricing}->>'currency'` }
  return sql`CASE WHEN EXISTS (SELECT 1 FROM ${credits} ${own} WHERE ${own.userId} = ${userId}) THEN ${creditIn(purse, isReplaced)} END`
}

/** What a person has with each host, the newest first. */
export async function listCredits(db: Database, userId: string): Promise<Credits> {
  const left = creditIn({ userId, payeeId: own.payeeId, currency: own.currency })
  const rows = await readAll(
    db,
    select(
      { payee: asText, amount: asNumber, currency: asOneOf(currencies) },
      // Hosts who are gone, or have blocked the viewer, have no name here, as on the list of players.
      sql`SELECT coalesce(${payee.displayName}, 'a host') AS payee, ${left} AS amount, ${own.currency} AS currency
        FROM ${credits} ${own} LEFT JOIN ${people} ${payee} ON ${payee.id} = ${own.payeeId} AND ${isVisibleTo(userId, payee)}
        WHERE ${own.userId} = ${userId} GROUP BY ${own.payeeId}, ${own.currency} HAVING ${left} > 0
        ORDER BY max(${own.createdAt}) DESC, ${own.payeeId} LIMIT ${maxCreditsShown}`,
    ),
  )
  return { credits: rows }
}
