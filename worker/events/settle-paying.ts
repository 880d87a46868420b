import { and, eq, sql } from 'drizzle-orm'
import { notifyOf } from '../notifications/commands.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

const isPaying = (joinerId: string) => and(eq(joiners.id, joinerId), eq(joiners.state, 'paying'))

/**
 * Gives a person the seat that they have paid for. Use it in `runSeatBatch`. If `confirmed` changes no row, the person has left or
 * was removed since, a host has given them the seat, or the game was cancelled.
 */
export const confirmPaidSeat = (db: Database, { now, newId, platform }: CommandContext, joinerId: string) => ({
  confirmed: db
    .update(joiners)
    .set({ state: 'going', updatedAt: now })
    .where(
      and(isPaying(joinerId), sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${joiners.eventId} AND ${e.state} = 'published')`),
    ),
  notified: notifyOf({ kind: 'event-joined', joinerId, as: 'going' }, { id: newId(), now, platform }, sql`changes() > 0`),
})

/**
 * Takes the seat back that was not paid for. Use it in `runSeatBatch`, and only once nobody can pay for this seat any more. Then
 * `offerSeats` offers it to the next person on the waitlist.
 */
export const freeUnpaidSeat = (db: Database, now: number, joinerId: string) => ({
  freed: db.update(joiners).set({ state: 'left', updatedAt: now }).where(isPaying(joinerId)),
})
