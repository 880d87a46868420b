import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { updateSet } from '../platform/columns.ts'
import { events, joiners } from './schema.ts'

/** A hold that ends, in the condition of `endHolds`. */
export const ending = alias(joiners, 'ending')

/**
 * Ends the seats that are held for codes. Nobody gave up such a seat, so it no longer counts as taken when `tellOfFreeSeats` looks for
 * dates that were full. The condition is about `ending`.
 */
export function endHolds(which: SQL): [SQL, SQL] {
  const found = sql`FROM ${joiners} ${ending} WHERE ${ending.state} = 'held' AND ${which}`
  return [
    updateSet(
      events,
      { taken: sql`${events.taken} - ended.seats` },
      sql`FROM (SELECT ${ending.eventId} AS eventId, sum(${ending.seats}) AS seats ${found} GROUP BY 1) ended WHERE ${events.id} = ended.eventId`,
    ),
    sql`DELETE FROM ${joiners} WHERE ${joiners.id} IN (SELECT ${ending.id} ${found})`,
  ]
}
