import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { seriesDatesNotice, seriesSeatNotice } from '../../domain/events/game-notices.ts'
import { maxNotifiedAtOnce, noDeliveries, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, computed, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { events, joiners, seriesFollows } from './schema.ts'
import { e, j } from './tables.ts'
import { heldIn, isWaitedFor } from './tell-of-free-seats.ts'

const f = alias(seriesFollows, 'f')

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
