import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxUnpaidHolds, unpaidHoldsSpan } from '../../domain/orders/holds.ts'
import { joiners } from './schema.ts'
import { e } from './tables.ts'

const own = alias(joiners, 'own')

type Entry = Record<'state' | 'payUntil' | 'updatedAt' | 'unpaidHolds', SQLWrapper>

/** When holds of this entry ended without a payment. Whoever pays has no `payUntil` any more, so the entry itself says how the last one ended. */
const endsOf = (entry: Entry, now: number): SQL => sql`
  json_each(iif(${entry.state} IN ('left', 'expired') AND ${entry.payUntil} IS NOT NULL,
    json_insert(${entry.unpaidHolds}, '$[#]', ${entry.updatedAt}), ${entry.unpaidHolds})) ended
  WHERE ended.value > ${now - unpaidHoldsSpan}`

/** What stays of it when the person leaves: a host may have given them the seat that they held. */
export const payUntilOfLeft: SQL = sql`iif(${joiners.state} = 'paying', ${joiners.payUntil}, NULL)`

/** What to remember of an entry whose row is used again, as the person comes back. */
export const unpaidHoldsSoFar = (now: number): SQL => sql`(SELECT json_group_array(ended.value) FROM ${endsOf(joiners, now)})`

/** From when on a person can hold a seat of event `e` by themselves again, because they often did not pay for one. NULL if they can now. */
export const nextHoldAt = (person: SQLWrapper | string, now: number): SQL => sql`
  (SELECT ended.value + ${unpaidHoldsSpan} FROM ${joiners} ${own}, ${endsOf(own, now)} AND ${own.eventId} = ${e.id} AND ${own.userId} = ${person}
    ORDER BY ended.value DESC LIMIT 1 OFFSET ${maxUnpaidHolds - 1})`
