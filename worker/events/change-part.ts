import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePart } from '../../domain/events/join-contract.ts'
import { judgeJoin } from '../../domain/events/rules.ts'
import { minute } from '../../domain/time/spans.ts'
import type { Database } from '../platform/database.ts'
import { joinFactsOf, meetEvent, takesPeople } from './meet-event.ts'
import { events, joiners } from './schema.ts'
import { firstInLine, freeSeats, hasLine, isActiveIn, isPartOf, runSeatBatch, selectPart, slotSeats } from './seats.ts'
import { e } from './tables.ts'

/** Gives up whatever part they had, a seat until the game begins. Returns whether there was one. */
export async function leaveEvent(db: Database, now: number, userId: string, eventId: string): Promise<boolean> {
  const isLate = sql`${now} > (SELECT ${e.startsAt} - ${e.leaveMinutes} * ${minute} FROM ${events} ${e} WHERE ${e.id} = ${eventId})`
  const { left, after } = await runSeatBatch(db, eventId, now, {
    left: db
      .update(joiners)
      .set({ state: 'left', offerExpiresAt: null, updatedAt: now, leftLate: sql`${joiners.state} = 'going' AND ${isLate}` })
      .where(
        sql`${isPartOf(eventId, userId)} AND ${isActiveIn(joiners)} AND EXISTS (SELECT 1 FROM ${events} ${e}
          WHERE ${e.id} = ${eventId} AND (${e.startsAt} > ${now} OR ${joiners.state} <> 'going'))`,
      ),
    after: selectPart(db, eventId, userId),
  })
  if (after.rows.length > 0) throw new AppError('TooLateToLeave')
  return left.changes > 0
}

/**
 * Other guests, or another slot. A seat more is taken like any other: it must be free, and nobody may be waiting for it.
 * In line the party may change its size and keeps its place.
 */
export async function changePart(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  { slotId, guests }: ChangePart,
): Promise<void> {
  const seats = 1 + guests.length
  const met = await meetEvent(db, eventId, userId)
  const isGrowing = sql`(${seats} > ${joiners.seats} OR ${joiners.slotId} IS NOT ${slotId})`
  const held = sql`iif(${joiners.slotId} IS ${slotId}, ${joiners.seats}, 0)`
  const { changed } = await runSeatBatch(db, eventId, now, {
    changed: db
      .update(joiners)
      .set({ slotId, seats, guests, updatedAt: now })
      .where(
        sql`${isPartOf(eventId, userId)} AND ${isActiveIn(joiners)} AND EXISTS (SELECT 1 FROM ${events} ${e}
          WHERE ${takesPeople(eventId, userId, now)} AND ${guests.length} <= ${e.maxGuests} AND ${slotSeats(slotId)} >= ${seats}
            AND (${joiners.state} IN ('waiting', 'asked') OR NOT ${isGrowing}
              OR (${joiners.state} = 'going' AND NOT ${hasLine(slotId)} AND ${freeSeats(slotId)} + ${held} >= ${seats})))`,
      ),
  })
  if (changed.changes > 0) return
  if (met.mine === null || met.mine === 'left' || met.mine === 'lapsed') throw new AppError('NotInEvent')
  const refusal = judgeJoin(joinFactsOf(met, slotId, now), guests.length)
  throw refusal.code === 'EventFull' ? new AppError('NoSeatLeft') : refusal
}

/** Whoever waits first may take a seat that is free, also at night when nobody is asked: coming by is an answer. */
export async function takeFreeSeat(db: Database, now: number, userId: string, eventId: string): Promise<boolean> {
  const isNext = sql`${joiners.state} = 'waiting' AND ${joiners.id} = ${firstInLine(joiners.slotId)} AND ${freeSeats(joiners.slotId)} >= ${joiners.seats}`
  const { taken } = await runSeatBatch(db, eventId, now, {
    taken: db
      .update(joiners)
      .set({ state: 'going', offerExpiresAt: null, updatedAt: now })
      .where(
        sql`${isPartOf(eventId, userId)} AND EXISTS (SELECT 1 FROM ${events} ${e}
          WHERE ${takesPeople(eventId, userId, now)} AND (${joiners.state} = 'offered' OR (${isNext})))`,
      ),
  })
  return taken.changes > 0
}
