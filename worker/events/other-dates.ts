import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { Repeat } from '../../domain/events/form-contract.ts'
import { formatRepeat } from '../../domain/events/rules.ts'
import { asBoolean, asNumber, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { isSameSeries, opened } from './same-series.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { e } from './tables.ts'

const maxOtherDatesShown = 12

/** Other upcoming dates of its series that the same people can see, with what the viewer could do with all of them. */
export function selectOtherDates(viewerId: string | null, id: string, now: number) {
  const entry = alias(joiners, 'entry')
  const isMine = sql`(${entry.id} IS NOT NULL AND ${isActiveIn(entry)})`
  const count = (which: SQL): SQL => sql`coalesce(sum(${e.pricing} IS NULL AND ${which}) OVER (), 0)`
  return selectFields(
    {
      id: e.id,
      startsAt: e.startsAt,
      isMine: computed(isMine, asBoolean),
      joinable: computed(count(sql`NOT ${isMine}`), asNumber),
      laterMine: computed(count(sql`${isMine} AND ${e.startsAt} > ${opened.startsAt}`), asNumber),
    },
    sql`FROM ${events} ${opened} CROSS JOIN ${events} ${e} ON ${isSameSeries} AND ${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${e.id} <> ${opened.id}
      LEFT JOIN ${joiners} ${entry} ON ${entry.eventId} = ${e.id} AND ${entry.userId} = ${viewerId}
      WHERE ${opened.id} = ${id} ORDER BY ${e.startsAt} LIMIT ${maxOtherDatesShown}`,
  )
}

type SeriesRow = { seriesId: string | null; rule: Repeat | null; isFollowed: boolean; startsAt: number; timeZone: string }
type OtherDates = RowOf<ReturnType<typeof selectOtherDates>>[]

export function toSeries({ seriesId, rule, isFollowed, ...event }: SeriesRow, dates: OtherDates): EventDetail['series'] {
  if (seriesId === null || rule === null) return null
  const others = dates.map(({ id, startsAt, isMine }) => ({ id, startsAt, isMine }))
  const [{ joinable, laterMine } = { joinable: 0, laterMine: 0 }] = dates
  return { id: seriesId, words: formatRepeat(rule, event), others, joinable, laterMine, isFollowed }
}
