import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangeJoiner } from '../../domain/events/join-contract.ts'
import { judgeJoin, readAnswers } from '../../domain/events/rules.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import { minute } from '../../domain/time/spans.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select, selectFields } from '../platform/row-query.ts'
import { callSubstitutes } from './call-substitutes.ts'
import { countFriendsOf } from './friend-seats.ts'
import { isOpenForJoining, readEventForJoiner, toJoinFacts } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { hasSeatIn, isActiveIn } from './seat-states.ts'
import {
  firstOnWaitlist,
  freeSeats,
  hasWaitlist,
  isJoinerOf,
  runSeatBatch,
  seatStateBy,
  selectActiveJoiner,
  slotSeats,
  takenStateBy,
  takingFacts,
} from './seats.ts'
import { e, j } from './tables.ts'
import { payUntilOfLeft } from './unpaid-holds.ts'

/** Leaves an event. A player with a seat can leave only until the event starts. Returns whether they were in it. */
export async function leaveEvent(db: Database, now: number, userId: string, eventId: string): Promise<boolean> {
  const isLate = sql`${now} > (SELECT ${e.startsAt} - ${e.leaveMinutes} * ${minute} FROM ${events} ${e} WHERE ${e.id} = ${eventId})`
  const { left, after } = await runSeatBatch(db, eventId, now, {
    called: callSubstitutes(sql`${j.eventId} = ${eventId} AND ${j.userId} = ${userId}`, now),
    left: db
      .update(joiners)
      .set({
        ...{ state: 'left', offerExpiresAt: null, updatedAt: now, leftLate: sql`${joiners.state} = 'going' AND ${isLate}` },
        payUntil: payUntilOfLeft,
      })
      .where(
        sql`${isJoinerOf(eventId, userId)} AND ${isActiveIn(joiners)} AND EXISTS (SELECT 1 FROM ${events} ${e}
          WHERE ${e.id} = ${eventId} AND (${e.startsAt} > ${now} OR ${joiners.state} <> 'going'))`,
      ),
    after: selectActiveJoiner(db, eventId, userId),
  })
  if (after.rows.length > 0) throw new AppError('TooLateToLeave')
  return left.changes > 0
}

/**
 * Changes a player's guests or slot. An additional seat must be free, and nobody may be waiting for it. People on the waitlist
 * keep their position when they change the number of guests. The number of seats that are paid for stays as it is. Whoever has more
 * guests than are allowed by now can keep them, or bring fewer.
 */
export async function changeJoiner(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  { slotId, guests }: ChangeJoiner,
): Promise<void> {
  const seats = 1 + guests.length
  const event = await readEventForJoiner(db, eventId, userId, now)
  const isGrowing = sql`(${seats} > ${joiners.seats} OR ${joiners.slotId} IS NOT ${slotId})`
  const isOtherNumber = sql`(${hasSeatIn(joiners)} AND ${seats} <> ${joiners.seats})`
  const held = sql`iif(${joiners.slotId} IS ${slotId}, ${joiners.seats}, 0)`
  const friends = countFriendsOf(userId, eventId)
  const { changed, friendSeats } = await runSeatBatch(db, eventId, now, {
    friendSeats: select({ count: asNumber }, sql`SELECT ${friends} AS count`),
    changed: db
      .update(joiners)
      .set({ slotId, seats, guests, updatedAt: now })
      .where(
        sql`${isJoinerOf(eventId, userId)} AND ${isActiveIn(joiners)} AND EXISTS (SELECT 1 FROM ${events} ${e}
          WHERE ${isOpenForJoining(eventId, userId, now)} AND ${slotSeats(slotId)} >= ${seats}
            AND (${seats} <= ${joiners.seats} OR ${guests.length} + ${friends} <= ${e.maxGuests})
            AND (${joiners.state} IN ('waiting', 'asked') OR NOT ${isGrowing}
              OR (${hasSeatIn(joiners)} AND NOT ${hasWaitlist(slotId)} AND ${freeSeats(slotId)} + ${held} >= ${seats}))
            AND (NOT ${isOtherNumber} OR ${seatStateBy('change', userId, now)} IS NOT NULL))`,
      ),
  })
  if (changed.changes > 0) return
  if (event.mine === null || event.mine === 'left' || event.mine === 'expired') throw new AppError('NotInEvent')
  const outcome = judgeSeat({ ...event, way: 'change', now })
  const isInSeat = event.mine === 'going' || event.mine === 'paying'
  if (outcome instanceof AppError && isInSeat && seats !== event.mySeats) throw outcome
  // Who is in the game already does not wait until joining opens.
  const facts = { ...toJoinFacts(event, slotId, now), joiningOpens: null, isKeptOutByForm: false }
  const others = seats > (event.mySeats ?? 1) ? guests.length + (friendSeats.rows[0]?.count ?? 0) : 0
  const refusal = judgeJoin(facts, guests.length, others)
  throw refusal.code === 'EventFull' ? new AppError('NoSeatLeft') : refusal
}

/**
 * Takes an offered seat, or a free seat if the person is first on the waitlist. The latter works at night too, when we offer no
 * seats: a person who opens the page is awake. Returns whether they have the seat.
 */
export async function takeFreeSeat(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  givenAnswers: Record<string, string> = {},
): Promise<boolean> {
  const held = await readFirst(
    db,
    selectFields(
      { questions: e.questions },
      sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${isOpenForJoining(eventId, userId, now)}
        WHERE ${j.eventId} = ${eventId} AND ${j.userId} = ${userId} AND ${j.heldBy} IS NOT NULL
          AND ${j.state} = 'offered' AND ${j.offerExpiresAt} > ${now}`,
    ),
  )
  // Whoever was brought by a friend has answered nothing yet.
  const answers = held && readAnswers(held.questions, givenAnswers)
  const isFirstOnWaitlist = sql`${joiners.state} = 'waiting' AND ${joiners.id} = ${firstOnWaitlist(joiners.slotId)} AND ${freeSeats(joiners.slotId)} >= ${joiners.seats}`
  const nextState = sql`(SELECT ${takenStateBy('take', joiners, userId, now)} FROM ${events} ${e}
    WHERE ${isOpenForJoining(eventId, userId, now)} AND (${joiners.state} = 'offered' OR (${isFirstOnWaitlist})))`
  const { taken, after, mine } = await runSeatBatch(db, eventId, now, {
    taken: db
      .update(joiners)
      .set({ state: nextState, offerExpiresAt: null, payUntil: null, updatedAt: now, isConfirmed: false, ...(answers && { answers }) })
      .where(sql`${isJoinerOf(eventId, userId)} AND ${nextState} IS NOT NULL AND (${held ? 1 : 0} OR ${joiners.heldBy} IS NULL)`),
    after: selectFields(
      takingFacts(joiners, userId, now),
      sql`FROM ${joiners} JOIN ${events} ${e} ON ${isOpenForJoining(eventId, userId, now)}
        WHERE ${isJoinerOf(eventId, userId)} AND ${joiners.state} IN ('offered', 'waiting')`,
    ),
    mine: selectActiveJoiner(db, eventId, userId),
  })
  const [facts] = after.rows
  const outcome = facts && judgeSeat({ ...facts, way: 'take', now })
  if (outcome instanceof AppError) throw outcome
  // They may have taken it in another tab, or the first answer was lost on its way.
  return taken.changes > 0 || mine.rows.some(({ state }) => state === 'going' || state === 'paying')
}
