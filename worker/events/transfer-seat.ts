import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { tellOf } from '../notifications/commands.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { meetEvent, takesPeople } from './meet-event.ts'
import { events, joiners } from './schema.ts'
import { isPartOf, runSeatBatch } from './seats.ts'
import { e } from './tables.ts'

const mine = alias(joiners, 'mine')
const other = alias(joiners, 'other')

/**
 * Puts another person in one's own place: nothing is free in between. Their guests stay with the seat. Where hosts choose who
 * comes, it goes to someone they have let in: who waits.
 */
export async function transferSeat(
  db: Database,
  { now, newId, platform }: Acting,
  userId: string,
  eventId: string,
  toId: string,
): Promise<void> {
  const met = await meetEvent(db, eventId, userId)
  const id = newId()
  const takesThem = takesPeople(eventId, toId, now)
  const isLetIn = sql`(NOT ${e.needsApproval} OR EXISTS (SELECT 1 FROM ${joiners} ${other}
    WHERE ${other.eventId} = ${e.id} AND ${other.userId} = ${toId} AND ${other.state} = 'waiting'))`
  const { given } = await runSeatBatch(db, eventId, now, {
    replaced: db.delete(joiners).where(
      sql`${isPartOf(eventId, toId)} AND ${joiners.state} IN ('left', 'lapsed', 'waiting', 'asked')
        AND EXISTS (SELECT 1 FROM ${joiners} ${mine} JOIN ${events} ${e} ON ${e.id} = ${mine.eventId}
          WHERE ${mine.eventId} = ${eventId} AND ${mine.userId} = ${userId} AND ${mine.state} = 'going' AND ${takesThem} AND ${isLetIn})`,
    ),
    given: db
      .update(joiners)
      .set({ id, userId: toId, answers: {}, offerHash: null, arrived: 0, checkedInAt: null, updatedAt: now })
      .where(
        sql`${isPartOf(eventId, userId)} AND ${joiners.state} = 'going'
          AND EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${takesThem} AND (NOT ${e.needsApproval} OR changes() > 0))
          AND NOT EXISTS (SELECT 1 FROM ${joiners} ${other} WHERE ${other.eventId} = ${eventId} AND ${other.userId} = ${toId})`,
      ),
    told: tellOf(
      { kind: 'seat-transferred', actorId: userId, joinerId: id },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${id})`,
    ),
  })
  if (given.changes > 0) return
  throw new AppError(met.mine === 'going' ? 'CannotTakeSeat' : 'NoSeatToGive')
}
