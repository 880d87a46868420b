import { type SQL, sql } from 'drizzle-orm'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { endHeldBetween } from './end-held-seats.ts'
import { joiners } from './schema.ts'
import { recountSeats } from './seats.ts'
import { tellOfFreeSeats } from './tell-of-free-seats.ts'

/**
 * For the batch of a block: the seats that one of the two holds for the other are free, and nobody came with the other any more. `pairs` selects
 * the ids of the one who holds a seat and the friend. Nobody in the game gets or loses a seat of their own, so nothing else is settled.
 */
export const unlinkHeldSeats = (pairs: SQL, now: number): (MessageInsert | SQL)[] => {
  // The index has only rows with a holder, so the statements must ask for them.
  const isBetween = sql`${joiners.heldBy} IS NOT NULL AND (${joiners.heldBy}, ${joiners.userId}) IN (${pairs})`
  const eventIds = sql`SELECT ${joiners.eventId} FROM ${joiners} WHERE ${isBetween} AND ${joiners.updatedAt} = ${now}`
  return [
    ...endHeldBetween(pairs, now),
    tellOfFreeSeats(eventIds, now),
    recountSeats(eventIds),
    updateSet(joiners, { heldBy: null }, sql`WHERE ${isBetween}`),
  ]
}
