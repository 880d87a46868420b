import { type SQL, sql } from 'drizzle-orm'
import { eventNotFound, type JoinFacts, opensOf } from '../../domain/events/rules.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, orNull, type RowOf, select } from '../platform/row-query.ts'
import { isOpenTo, isSeenBy, welcomes } from './acting.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

const selectMet = (eventId: string, viewerId: string) =>
  select(
    {
      state: e.state,
      publishAt: e.publishAt,
      startsAt: e.startsAt,
      timeZone: e.timeZone,
      questions: e.questions,
      maxGuests: e.maxGuests,
      capacity: e.capacity,
      slots: e.slots,
      isOpen: asBoolean,
      mine: orNull(joiners.state),
    },
    sql`SELECT ${e.state} AS state, ${e.publishAt} AS publishAt, ${e.startsAt} AS startsAt, ${e.timeZone} AS timeZone, ${e.questions} AS questions,
        ${e.maxGuests} AS maxGuests, ${e.capacity} AS capacity, ${e.slots} AS slots, ${isOpenTo(viewerId)} AS isOpen,
        (SELECT ${joiners.state} FROM ${joiners} WHERE ${joiners.eventId} = ${e.id} AND ${joiners.userId} = ${viewerId}) AS mine
      FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isSeenBy(viewerId)}`,
  )

type Met = RowOf<ReturnType<typeof selectMet>>

/** What explains a refusal, read before; whether there is a seat is decided by the statement that takes it. */
export async function meetEvent(db: Database, eventId: string, viewerId: string): Promise<Met> {
  const row = await readFirst(db, selectMet(eventId, viewerId))
  if (!row) throw eventNotFound()
  return row
}

/** What `judgeJoin` judges. */
export function joinFactsOf(met: Met, slotId: string | null, now: number): JoinFacts {
  const { state, mine, maxGuests, startsAt, isOpen, capacity, slots } = met
  const seatsThere = slots.length === 0 && slotId === null ? capacity : (slots.find(({ id }) => id === slotId)?.capacity ?? null)
  return { state, opens: opensOf(met, now), mine, maxGuests, hasStarted: startsAt <= now, isBlocked: !isOpen, seatsThere }
}

/** The event takes people: it is up, has not begun, and nobody who runs it is kept apart from them. */
export const takesPeople = (eventId: string, viewerId: string, now: number): SQL =>
  sql`${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${welcomes(viewerId)}`
