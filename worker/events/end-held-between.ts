import { type SQL, sql } from 'drizzle-orm'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { endHeldBetween } from './end-held-seats.ts'
import { joiners } from './schema.ts'
import { settleSeats } from './seats.ts'

/**
 * For the batch of a block: the seats that one of the two holds for the other are free, and nobody came with the other any more. `pairs` selects
 * the ids of the one who holds a seat and the friend.
 */
export const unlinkHeldSeats = (pairs: SQL, now: number): (MessageInsert | SQL)[] => {
  const isBetween = sql`(${joiners.heldBy}, ${joiners.userId}) IN (${pairs})`
  return [
    ...endHeldBetween(pairs, now),
    ...settleSeats(sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${isBetween} AND ${joiners.updatedAt} = ${now}`, now),
    updateSet(joiners, { heldBy: null }, sql`WHERE ${isBetween}`),
  ]
}
