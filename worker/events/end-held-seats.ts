import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { notifyOfRows } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { joiners } from './schema.ts'
import { hasSeatIn } from './seat-states.ts'

const holder = alias(joiners, 'holder')

/** Ends seats that are held for friends, and tells these friends. `which` is a condition on rows of `joiners`. */
export const endHeldSeats = (which: SQL, now: number): [MessageInsert, SQL] => {
  const isHeld = sql`${joiners.state} = 'offered' AND ${joiners.heldBy} IS NOT NULL AND ${which}`
  return [
    notifyOfRows(
      sql`SELECT 'event-offer-over:' || ${joiners.id} AS id, json_object('kind', 'seat-offer-expired', 'joinerId', ${joiners.id}) AS fact
        FROM ${joiners} WHERE ${isHeld} AND ${joiners.userId} IS NOT NULL`,
      { now },
    ),
    updateSet(joiners, { state: 'expired', offerExpiresAt: null, updatedAt: now }, sql`WHERE ${isHeld}`),
  ]
}

/** For every batch about seats: what a player holds for friends ends with the player's own seat. */
export const endHeldWithoutHolder = (eventIds: SQL, now: number) =>
  endHeldSeats(
    sql`${joiners.eventId} IN (${eventIds}) AND NOT EXISTS (SELECT 1 FROM ${joiners} ${holder}
      WHERE ${holder.eventId} = ${joiners.eventId} AND ${holder.userId} = ${joiners.heldBy} AND ${hasSeatIn(holder)})`,
    now,
  )

/** For the batch of a block. `pairs` selects the ids of the one who holds a seat and the friend. */
export const endHeldBetween = (pairs: SQL, now: number) => endHeldSeats(sql`(${joiners.heldBy}, ${joiners.userId}) IN (${pairs})`, now)
