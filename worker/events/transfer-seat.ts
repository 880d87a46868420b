import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { isOpenForJoining, readEventForJoiner } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { isJoinerOf, runSeatBatch } from './seats.ts'
import { e } from './tables.ts'

const mine = alias(joiners, 'mine')
const other = alias(joiners, 'other')

/**
 * Gives the viewer's seat to another person, without the seat becoming free in between. The guests stay with the seat. If the game
 * needs approval, the other person must be on the waitlist, because then a host has approved them.
 */
export async function transferSeat(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  toId: string,
): Promise<void> {
  const event = await readEventForJoiner(db, eventId, userId)
  const id = newId()
  const isOpenForThem = isOpenForJoining(eventId, toId, now)
  const isApproved = sql`(NOT ${e.needsApproval} OR EXISTS (SELECT 1 FROM ${joiners} ${other}
    WHERE ${other.eventId} = ${e.id} AND ${other.userId} = ${toId} AND ${other.state} = 'waiting'))`
  const { transferred } = await runSeatBatch(db, eventId, now, {
    replaced: db.delete(joiners).where(
      sql`${isJoinerOf(eventId, toId)} AND ${joiners.state} IN ('left', 'expired', 'waiting', 'asked')
        AND EXISTS (SELECT 1 FROM ${joiners} ${mine} JOIN ${events} ${e} ON ${e.id} = ${mine.eventId}
          WHERE ${mine.eventId} = ${eventId} AND ${mine.userId} = ${userId} AND ${mine.state} = 'going' AND ${isOpenForThem} AND ${isApproved})`,
    ),
    transferred: db
      .update(joiners)
      .set({ id, userId: toId, answers: {}, offerHash: null, arrived: 0, checkedInAt: null, updatedAt: now })
      .where(
        sql`${isJoinerOf(eventId, userId)} AND ${joiners.state} = 'going'
          AND EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${isOpenForThem} AND (NOT ${e.needsApproval} OR changes() > 0))
          AND NOT EXISTS (SELECT 1 FROM ${joiners} ${other} WHERE ${other.eventId} = ${eventId} AND ${other.userId} = ${toId})`,
      ),
    notified: notifyOf(
      { kind: 'seat-transferred', actorId: userId, joinerId: id },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${id})`,
    ),
  })
  if (transferred.changes > 0) return
  throw new AppError(event.mine === 'going' ? 'CannotTakeSeat' : 'NoSeatToTransfer')
}
