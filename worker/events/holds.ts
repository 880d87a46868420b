import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { holdShare, minHolds } from '../../domain/seat-codes/rules.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList, insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { endHolds, ending } from './end-holds.ts'
import { isJoiningOpen } from './joins-at.ts'
import { isKeptOut, isOpenForJoining } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { fitsTier, freeSeats, hasWaitlist, runSeatBatch, seatStateBy, settleSeats, slotSeats } from './seats.ts'
import { e } from './tables.ts'

// A seat is held while a code is on its way to the mailbox of somebody who is not signed in. A hold is an entry without a person, so
// every count of seats includes it, and no list of people does.

const hold = alias(joiners, 'hold')

type HoldId = SQLWrapper | string | null

type Hold = {
  id: string
  eventId: string
  slotId: string | null
  tierId: string | null
  /** An older hold of the same browser, which the new one replaces. Its seat counts as free. */
  oldId: HoldId
  /** Whether it is for the same person. Then nobody who waits comes before them. */
  isSamePerson: SQL
  expiresAt: number
}

/** Whether this hold is still there, in this slot of event `e`. */
export const hasHold = (holdId: HoldId, slotId: string | null): SQL => sql`
  EXISTS (SELECT 1 FROM ${joiners} ${hold} WHERE ${hold.id} = ${holdId} AND ${hold.eventId} = ${e.id} AND ${hold.state} = 'held' AND ${hold.slotId} IS ${slotId})`

/** Whether the hold was written in this batch. */
export const isHeld = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${joiners} ${hold} WHERE ${hold.id} = ${id})`

/** Whether few enough seats of the slot are held to hold one more. */
const mayHoldMore = ({ slotId, oldId }: Hold): SQL => sql`
  (SELECT count(*) FROM ${joiners} ${hold} WHERE ${hold.eventId} = ${e.id} AND ${hold.state} = 'held' AND ${hold.slotId} IS ${slotId} AND ${hold.id} IS NOT ${oldId})
    < min(max(${minHolds}, ${slotSeats(slotId)} / ${holdShare}), (${slotSeats(slotId)} + 1) / 2)`

/** Whether event `e` has a seat for this person: nobody else waits for it, and their ticket is not sold out. */
const isFreeFor = ({ id, slotId, tierId, oldId, isSamePerson }: Hold): SQL => {
  const hadHold = hasHold(oldId, slotId)
  return sql`(${freeSeats(slotId)} + ${hadHold} >= 1 AND ((${hadHold} AND ${isSamePerson}) OR NOT ${hasWaitlist(slotId)}) AND ${fitsTier({ id: sql`coalesce(${oldId}, ${id})`, tierId, seats: 1 })})`
}

/** Whether the person will find a seat as it looks now, or can ask for one. */
export const canFindSeat = (given: Hold): SQL =>
  sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${given.eventId} AND (${e.needsApproval} OR ${isFreeFor(given)}))`

/** Holds a seat for somebody who is not signed in, if a stranger can take one. */
export const holdSeat = (given: Hold, now: number, when: SQL): SQL => {
  const { id, eventId, slotId, tierId, expiresAt } = given
  return insertSelect(
    joiners,
    {
      id,
      eventId,
      slotId,
      state: 'held',
      seats: 1,
      guests: [],
      answers: {},
      waitlistRank: 0,
      joinedAt: now,
      offerExpiresAt: expiresAt,
      tierId,
      arrived: 0,
      isNoShow: false,
      startsAt: e.startsAt,
      updatedAt: now,
    },
    sql`FROM ${events} ${e} WHERE ${isOpenForJoining(eventId, null, now)} AND ${isJoiningOpen(null, now)} AND NOT ${isKeptOut(null, now)}
      AND NOT ${e.needsApproval}
      AND ${seatStateBy('join', sql`NULL`, now)} IS NOT NULL AND ${isFreeFor(given)} AND ${mayHoldMore(given)} AND ${when}`,
  )
}

/** Selects until when a hold gives its seat to somebody with this choice: none while hosts approve everybody. */
export const heldUntil = ({ eventId, slotId, tierId }: Pick<Hold, 'eventId' | 'slotId' | 'tierId'>, holdId: SQL, now: number): SQL => sql`
  (SELECT ${hold.offerExpiresAt} FROM ${joiners} ${hold} CROSS JOIN ${events} ${e} ON ${e.id} = ${hold.eventId} AND NOT ${e.needsApproval}
    WHERE ${hold.id} = ${holdId} AND ${hold.eventId} = ${eventId} AND ${hold.state} = 'held' AND ${hold.offerExpiresAt} > ${now}
      AND ${hold.slotId} IS ${slotId} AND ${hold.tierId} IS ${tierId})`

/** Gives back a held seat. */
export const releaseHold = (holdId: HoldId, when: SQL = sql`1`): SQL[] => [
  // It is over first, because SQLite refuses a large condition that is deeper inside a statement.
  updateSet(joiners, { offerExpiresAt: 0 }, sql`WHERE ${joiners.id} = ${holdId} AND ${joiners.state} = 'held' AND ${when}`),
  ...endHolds(sql`${ending.id} = ${holdId} AND ${ending.offerExpiresAt} = 0`),
]

/** Gives back the held seat of somebody who could not take it. */
export const releaseSeat = (db: Database, eventId: string, holdId: string, now: number) =>
  runSeatBatch(db, eventId, now, { released: releaseHold(holdId) })

/** Ends the holds that are over in all games. Every batch about seats does it for its own game. */
export async function expireAllHolds(db: Database, now: number, max: number): Promise<void> {
  const isOver = sql`${joiners.state} = 'held' AND ${joiners.offerExpiresAt} IS NOT NULL AND ${joiners.offerExpiresAt} <= ${now}`
  const found = await readAll(db, db.selectDistinct({ id: joiners.eventId }).from(joiners).where(isOver).limit(max))
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  await runBatch(db, {
    released: endHolds(sql`${inList(ending.eventId, ids)} AND ${ending.offerExpiresAt} <= ${now}`),
    settled: settleSeats(sql`SELECT value FROM json_each(${JSON.stringify(ids)})`, now),
  })
}
