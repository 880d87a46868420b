import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { seriesDatesNotice, seriesSeatNotice } from '../../domain/events/game-notices.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { maxNotifiedAtOnce, noDeliveries, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, computed, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { events, joiners, seriesFollows } from './schema.ts'
import { isHoldingIn } from './seat-states.ts'
import { e, j } from './tables.ts'

const f = alias(seriesFollows, 'f')
const entry = alias(joiners, 'entry')

/** Most series have none, and then nobody needs a message. */
export const hasFollowers = (seriesId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seriesFollows} WHERE ${seriesFollows.seriesId} = ${seriesId})`

/** All seats are counted from the rows. */
const heldIn = (game: typeof events | typeof e): SQL => sql`
  (SELECT coalesce(sum(${entry.seats}), 0) FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${game.id} AND ${isHoldingIn(entry)})`
const isWaitedFor = (game: typeof events | typeof e): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${game.id} AND ${entry.state} = 'waiting')`

/**
 * For the end of every batch about seats, before the seats are counted again: a date that was full has a free seat now, and nobody waits
 * for it. Few series are followed, so that is asked first. `capacity` is for the batch in which a host adds seats; there it comes before
 * the statement that does it.
 */
export const tellOfFreeSeats = (eventIds: SQL, now: number, capacity: SQLWrapper | number = events.capacity) =>
  notifyOfRows(
    sql`SELECT 'series-seat-free:' || ${events.id} || ':' || ${now} AS id,
        json_object('kind', 'series-seat-free', 'eventId', ${events.id}, 'at', ${now}) AS fact
      FROM ${events} WHERE ${events.id} IN (${eventIds}) AND ${events.seriesId} IS NOT NULL AND ${events.taken} >= ${events.capacity}
        AND ${events.state} = 'published' AND ${events.startsAt} > ${now}
        AND EXISTS (SELECT 1 FROM ${seriesFollows} WHERE ${seriesFollows.seriesId} = ${events.seriesId})
        AND NOT ${isWaitedFor(events)} AND ${heldIn(events)} < ${capacity}`,
    { now },
  )

const selectDate = (eventId: string) =>
  selectFields(
    {
      id: e.id,
      seriesId: e.seriesId,
      creatorId: e.creatorId,
      title: e.title,
      state: e.state,
      startsAt: e.startsAt,
      timeZone: e.timeZone,
      placeName: e.placeName,
      isFree: computed(sql`(NOT ${isWaitedFor(e)} AND ${heldIn(e)} < ${e.capacity})`, asBoolean),
    },
    sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
  )

/** The followers who can see the date, do not host it, and were never in it, sorted by id. Who follows by a link also hears of dates by link. */
const selectFollowers = (eventId: string, after: string) =>
  select(
    { id: asText },
    sql`SELECT ${f.userId} AS id FROM ${events} ${e} CROSS JOIN ${seriesFollows} ${f} ON ${f.seriesId} = ${e.seriesId} AND ${f.userId} > ${after}
      WHERE ${e.id} = ${eventId} AND (${e.visibility} <> 'link' OR ${f.isByLink}) AND ${isVisibleTo(f.userId)} AND NOT ${isHostOf(f.userId)}
        AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${f.userId} AND ${j.state} NOT IN ('left', 'expired'))
      ORDER BY ${f.userId} LIMIT ${maxNotifiedAtOnce}`,
  )

type SeriesDate = RowOf<ReturnType<typeof selectDate>>
type Context = { db: Database; now: number; after: string | null }

async function notifyFollowers(date: SeriesDate, words: Rendered['deliveries'][number], { db, after }: Context): Promise<Rendered> {
  const to = (await readAll(db, selectFollowers(date.id, after ?? ''))).map(({ id }) => id)
  return { deliveries: [{ ...words, to }], next: to.length === maxNotifiedAtOnce ? to.at(-1) : undefined }
}

const isUpcoming = (date: SeriesDate | undefined, now: number): date is SeriesDate => date?.state === 'published' && date.startsAt > now

export const seriesNotices: Renderers<'series-dates-added' | 'series-seat-free'> = {
  'series-dates-added': async ({ eventId, dates }, context) => {
    const { db, now } = context
    const date = await readFirst(db, selectDate(eventId))
    return isUpcoming(date, now) ? notifyFollowers(date, { ...seriesDatesNotice(date, { dates, now }), to: [] }, context) : noDeliveries
  },
  'series-seat-free': async ({ eventId, at }, context) => {
    const { db, now } = context
    const date = await readFirst(db, selectDate(eventId))
    if (!isUpcoming(date, now) || !date.isFree) return noDeliveries
    return notifyFollowers(date, { ...seriesSeatNotice(date, { at, now }), to: [] }, context)
  },
}
