import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { notifyOf } from '../notifications/commands.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { isOpenForJoining } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { hasSeatIn } from './seat-states.ts'
import { freeSeats, hasWaitlist, heldSeats, seatStateBy } from './seats.ts'
import { e } from './tables.ts'
import { newTicketCode } from './ticket-codes.ts'
import { unpaidHoldsSoFar } from './unpaid-holds.ts'

const entry = alias(joiners, 'entry')

/** How many seats of event `e` substitutes can take until so many seats are held. 0 while others wait. */
export const openSubstituteSeats = (seats: SQLWrapper): SQL =>
  sql`iif(${e.slots} <> '[]' OR ${hasWaitlist(null)}, 0, max(0, min(${seats} - ${heldSeats(null)}, ${freeSeats(null)})))`

/** The number of seats that will be held in event `e` once one more person has come. */
export const seatsWithOneMore: SQL = sql`(${heldSeats(null)} + 1)`

/** Whether the person was ever in event `e`, also if they have left. */
export const wasInGame = (person: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${e.id} AND ${entry.userId} = ${person})`

/** Whether the person has a seat in event `e`, or is paying for it. */
export const hasSeat = (person: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${e.id} AND ${entry.userId} = ${person} AND ${hasSeatIn(entry)})`

/**
 * Gives a person one seat, to pay for if the game costs money, if `when` holds and the game is open for them. `when` must check that a seat is open. Use it in
 * `runSeatBatch`. `joinerId` is the id of the new entry.
 */
export function takeSubstituteSeat(
  { now, newId, platform }: CommandContext,
  { joinerId, userId, eventId, when }: { joinerId: string; userId: string; eventId: string; when: SQL },
) {
  const state = seatStateBy('substitute', userId, now)
  const values = {
    ...{ id: joinerId, eventId: e.id, userId, slotId: null, state, seats: 1, guests: [], answers: {} },
    ...{
      waitlistRank: 0,
      joinedAt: now,
      arrived: 0,
      isNoShow: false,
      startsAt: e.startsAt,
      updatedAt: now,
      ticketCode: newTicketCode(eventId),
    },
  }
  const rejoin = onConflictUpdate(
    joiners,
    ['eventId', 'userId'],
    {
      ...{
        id: excluded(joiners.id),
        slotId: null,
        state: excluded(joiners.state),
        seats: 1,
        tierId: null,
        guests: [],
        answers: {},
        waitlistRank: 0,
        joinedAt: now,
      },
      ...{
        offerHash: null,
        offerExpiresAt: null,
        heldBy: null,
        payUntil: null,
        arrived: 0,
        checkedInAt: null,
        isNoShow: false,
        leftLate: false,
        isConfirmed: false,
        updatedAt: now,
      },
      ticketCode: excluded(joiners.ticketCode),
      unpaidHolds: unpaidHoldsSoFar(now),
    },
    sql`${joiners.userId} IS NOT NULL`,
  )
  return {
    isTaken: sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${joinerId})`,
    joined: insertSelect(
      joiners,
      values,
      sql`FROM ${events} ${e} WHERE ${isOpenForJoining(eventId, userId, now)} AND ${when} AND ${state} IS NOT NULL ${rejoin} WHERE ${joiners.state} IN ('left', 'expired')`,
    ),
    notified: notifyOf(
      { kind: 'event-joined', joinerId, as: 'going' },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${joinerId} AND ${joiners.state} = 'going')`,
    ),
  }
}
