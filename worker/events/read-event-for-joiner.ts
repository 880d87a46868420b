import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxOccurrences } from '../../domain/events/form-contract.ts'
import { eventNotFound, formatJoiningOf, formatOpeningOf, type JoinFacts } from '../../domain/events/rules.ts'
import { isKeptOutByForm } from '../forms/filled-forms.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { countFriendsOf } from './friend-seats.ts'
import { joinsAtFor } from './joins-at.ts'
import { isSameSeries, opened } from './same-series.ts'
import { events, joiners } from './schema.ts'
import { seatFacts } from './seats.ts'
import { e } from './tables.ts'

/** Hosts are not asked to fill the form first. A stranger is not known to have done it. */
export const isKeptOut = (viewerId: string | null, now: number): SQL =>
  sql`(${isKeptOutByForm(e, sql`${viewerId}`, now)} AND NOT coalesce(${isHostOf(viewerId)}, 0))`

const joinFields = (viewerId: string | null, now: number) => ({
  state: e.state,
  publishAt: e.publishAt,
  title: e.title,
  placeName: e.placeName,
  lat: e.lat,
  lng: e.lng,
  activity: e.activity,
  questions: e.questions,
  maxGuests: e.maxGuests,
  capacity: e.capacity,
  slots: e.slots,
  pricing: e.pricing,
  needsApproval: e.needsApproval,
  joinsAt: computed(joinsAtFor(viewerId, now), orNull(asNumber)),
  isKeptOutByForm: computed(isKeptOut(viewerId, now), asBoolean),
  ...seatFacts(viewerId ?? sql`NULL`, now),
  mine: computed(sql`${joiners.state}`, orNull(joiners.state)),
  myId: computed(sql`${joiners.id}`, orNull(joiners.id)),
  mySlotId: computed(sql`${joiners.slotId}`, orNull(joiners.slotId)),
  mySeats: computed(sql`${joiners.seats}`, orNull(joiners.seats)),
})

const selectEvent = (eventId: string, viewerId: string | null, now: number) =>
  selectFields(
    joinFields(viewerId, now),
    sql`FROM ${events} ${e} LEFT JOIN ${joiners} ON ${joiners.eventId} = ${e.id} AND ${joiners.userId} = ${viewerId}
      WHERE ${e.id} = ${eventId} AND ${isVisibleTo(viewerId)}`,
  )

/** The upcoming dates of the series of a game that the same people can see, with the game itself. */
const selectDates = (eventId: string, viewerId: string, now: number) =>
  selectFields(
    { id: e.id, ...joinFields(viewerId, now), friends: computed(countFriendsOf(viewerId, e.id), asNumber) },
    sql`FROM ${events} ${opened} CROSS JOIN ${events} ${e} ON ${isSameSeries} AND ${e.state} = 'published' AND ${e.startsAt} > ${now}
      LEFT JOIN ${joiners} ON ${joiners.eventId} = ${e.id} AND ${joiners.userId} = ${viewerId}
      WHERE ${opened.id} = ${eventId} AND ${isVisibleTo(viewerId)} ORDER BY ${e.startsAt}, ${e.id} LIMIT ${maxOccurrences}`,
  )

export type EventForJoiner = RowOf<ReturnType<typeof selectEvent>>

/**
 * Reads the facts that explain why a join was refused. They are read before the join; whether a seat is free is decided by the
 * statement that takes it.
 */
export async function readEventForJoiner(db: Database, eventId: string, viewerId: string | null, now: number): Promise<EventForJoiner> {
  const row = await readFirst(db, selectEvent(eventId, viewerId, now))
  if (!row) throw eventNotFound()
  return row
}

/** Reads the same facts about all upcoming dates of the series of a game that the viewer can see. */
export async function readDatesForJoiner(db: Database, eventId: string, viewerId: string, now: number) {
  const { event, dates } = await runBatch(db, { event: selectEvent(eventId, viewerId, now), dates: selectDates(eventId, viewerId, now) })
  if (event.rows.length === 0) throw eventNotFound()
  return dates.rows
}

/** The facts for `judgeJoin`. */
export function toJoinFacts(event: EventForJoiner, slotId: string | null, now: number): JoinFacts {
  const { state, mine, maxGuests, startsAt, capacity, slots } = event
  const seatsInSlot = slots.length === 0 && slotId === null ? capacity : (slots.find(({ id }) => id === slotId)?.capacity ?? null)
  const joiningOpens = formatJoiningOf(event, now)
  return {
    state,
    opens: formatOpeningOf(event, now),
    joiningOpens,
    mine,
    maxGuests,
    isKeptOutByForm: event.isKeptOutByForm,
    hasStarted: startsAt <= now,
    seatsInSlot,
  }
}

/** Whether the viewer can join event `e`: they can see it, it is published, and it has not started. */
export const isOpenForJoining = (eventId: SQLWrapper | string, viewerId: string | null, now: number): SQL =>
  sql`${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${isVisibleTo(viewerId)}`
