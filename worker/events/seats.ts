import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { activeStates, holdingStates } from '../../domain/events/states.ts'
import { tellOfRows } from '../notifications/commands.ts'
import { type MessageInsert, runBatch, type Statements } from '../platform/batch.ts'
import { columnNames, literalList, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { welcomes } from './acting.ts'
import { events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

type SlotId = SQLWrapper | string | null
type State = { state: SQLWrapper }

const h = alias(joiners, 'h')
const w = alias(joiners, 'w')

/** Whether a row of `joiners` has a part in its event. */
export const isActiveIn = ({ state }: State): SQL => sql`${state} IN ${literalList(activeStates)}`
/** Whether it holds seats. */
export const isHoldingIn = ({ state }: State): SQL => sql`${state} IN ${literalList(holdingStates)}`

/** The same where no other table of the statement has a state. */
export const isActive = isActiveIn({ state: columnNames(joiners.state) })

/** The seats a slot has, or the event where it has no slots. Nothing where there is no such slot. */
export const slotSeats = (slotId: SlotId): SQL => sql`
  iif(${e.slots} = '[]', iif(${slotId} IS NULL, ${e.capacity}, NULL),
    (SELECT s.value->>'capacity' FROM json_each(${e.slots}) s WHERE s.value->>'id' = ${slotId}))`

/** What is held there, counted from the live rows: nothing about seats is decided by a stored number. */
const heldSeats = (slotId: SlotId): SQL => sql`
  (SELECT coalesce(sum(${h.seats}), 0) FROM ${joiners} ${h} WHERE ${h.eventId} = ${e.id} AND ${isHoldingIn(h)} AND ${h.slotId} IS ${slotId})`

export const freeSeats = (slotId: SlotId): SQL => sql`(${slotSeats(slotId)} - ${heldSeats(slotId)})`

/**
 * Whoever waits for that slot. A party that has become larger than all its seats keeps its place and holds up nobody; nor does
 * someone whom a block now keeps from its hosts, or whom the event is not there for any more.
 */
const inLine = (slotId: SlotId): SQL => sql`
  FROM ${joiners} ${w} WHERE ${w.eventId} = ${e.id} AND ${w.state} = 'waiting' AND ${w.slotId} IS ${slotId}
    AND ${w.seats} <= ${slotSeats(slotId)} AND ${welcomes(w.userId)}`

/** Whether somebody waits for that slot: whoever comes now stands behind them. */
export const hasLine = (slotId: SlotId): SQL => sql`EXISTS (SELECT 1 ${inLine(slotId)})`

/** The first in line for that slot. */
export const firstInLine = (slotId: SlotId): SQL => sql`
  (SELECT ${w.id} ${inLine(slotId)} ORDER BY ${w.turn}, ${w.joinedAt}, ${w.id} LIMIT 1)`

/**
 * The place in line of `j`, an entry that waits: only who is in line stands before it. A party that is too large has none. Whom a
 * block keeps out is never told that they are next, and never that they are kept out.
 */
export const placeInLine = sql`iif(${j.seats} <= ${slotSeats(j.slotId)}, 1 + max(NOT ${welcomes(j.userId)},
    (SELECT count(*) ${inLine(j.slotId)} AND (${w.turn}, ${w.joinedAt}, ${w.id}) < (${j.turn}, ${j.joinedAt}, ${j.id}))), NULL)`

/** The entry of a person in an event. */
export const isPartOf = (eventId: string, userId: string) => and(eq(joiners.eventId, eventId), eq(joiners.userId, userId))

/** The part a person has in an event; nothing where they have none. */
export const selectPart = (db: Database, eventId: string, userId: string) =>
  db
    .select({ state: joiners.state })
    .from(joiners)
    .where(and(isPartOf(eventId, userId), isActiveIn(joiners)))

/** Before such offers of `j` end: whoever had them is told, while the seats can go to somebody else. */
export const tellOffersOver = (which: SQL, now: number) =>
  tellOfRows(
    sql`SELECT 'event-offer-over:' || ${j.id} AS id, json_object('kind', 'seat-offer-expired', 'joinerId', ${j.id}) AS fact FROM ${joiners} ${j}
      WHERE ${which} AND ${j.state} = 'offered' AND ${j.offerExpiresAt} <= ${now} AND ${j.userId} IS NOT NULL`,
    { now },
  )

/** For the beginning of every batch about seats: an offer that ran out holds nothing any more. */
export const expireOffers = (eventIds: SQL, now: number): [MessageInsert, SQL] => [
  tellOffersOver(sql`${j.eventId} IN (${eventIds})`, now),
  updateSet(
    joiners,
    { state: 'lapsed', offerExpiresAt: null, updatedAt: now },
    sql`WHERE ${joiners.eventId} IN (${eventIds}) AND ${joiners.state} = 'offered' AND ${joiners.offerExpiresAt} <= ${now}`,
  ),
]

/** For the end of every batch about seats: what lists show. */
export function recountSeats(eventIds: SQL): SQL {
  const taken = sql`(SELECT coalesce(sum(${h.seats}), 0) FROM ${joiners} ${h} WHERE ${h.eventId} = ${events.id} AND ${isHoldingIn(h)})`
  const waiting = sql`(SELECT count(*) FROM ${joiners} ${h} WHERE ${h.eventId} = ${events.id} AND ${h.state} = 'waiting')`
  return updateSet(events, { taken, waiting }, sql`WHERE ${events.id} IN (${eventIds})`)
}

/** A command about the seats of one event: expired offers go first, the count for lists comes last. */
export const runSeatBatch = <const All extends Statements>(db: Database, eventId: string, now: number, statements: All) =>
  runBatch(db, {
    offersExpired: expireOffers(sql`SELECT ${eventId}`, now),
    ...statements,
    recounted: recountSeats(sql`SELECT ${eventId}`),
  })
