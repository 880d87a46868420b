import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type EventPage, eventPageSize, type ListedEvent } from '../../domain/events/contract.ts'
import { maxNextDates } from '../../domain/events/next-dates.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asJson, asNumber, asText, computed, selectLeftJoined } from '../platform/row-query.ts'
import { cardFields, isListedFor, isOpenToViewer, maxTimeSinceStart, StartCursor, toCard } from './queries.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

export type EventsOf = { by: 'place' | 'team' | 'host' | 'series'; id: string; cursor?: string | undefined; now: number }

/** How many dates one request reads. A series is one row of the list, so we read more dates than a page has rows. */
const maxDatesRead = 3 * eventPageSize

const read = alias(events, 'read')

const columnOf = (table: typeof e | typeof read) => ({
  place: table.placeId,
  team: table.teamId,
  host: table.creatorId,
  series: table.seriesId,
})

/** Whether event `e` is in the list. */
const isInList = (viewerId: string | null, { by, id, now }: EventsOf): SQL =>
  // The plus signs keep SQLite from using an index of these columns: dates are found by their id or their series.
  sql`+${columnOf(e)[by]} = ${id} AND ${e.startsAt} > ${now - maxTimeSinceStart} AND ${e.endsAt} > ${now} AND +${e.state} = 'published'
    AND ${isListedFor(viewerId)} AND ${isOpenToViewer(viewerId)}`

/**
 * Lists the upcoming games of a place, team, host or series that the viewer can see. Only the list of a series has a row for each
 * date. In the others, a series is one row: the first of its dates that is in the list, with the next ones.
 */
export async function listEventsOf(db: Database, viewerId: string | null, query: EventsOf): Promise<EventPage> {
  const { by, id, cursor, now } = query
  const after = readCursor(StartCursor, cursor)
  const inList = isInList(viewerId, query)
  // In these subqueries, `e` is another date of the same series.
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.seriesId} = ${read.seriesId}
    AND (${e.startsAt}, ${e.id}) < (${read.startsAt}, ${read.id}) AND ${inList})`
  const nextDates = sql`CASE WHEN ${e.id} IS NOT NULL THEN (SELECT json_group_array(starts) FROM (SELECT ${e.startsAt} AS starts FROM ${events} ${e}
    WHERE ${e.seriesId} = ${read.seriesId} AND ${e.startsAt} > ${read.startsAt} AND ${inList} ORDER BY ${e.startsAt} LIMIT ${maxNextDates})) END`
  const rows = await readAll(
    db,
    // A date that is not listed leaves an empty row, so that the cursor of the next page is right.
    selectLeftJoined(
      { readStart: computed(sql`${read.startsAt}`, asNumber), readId: computed(sql`${read.id}`, asText) },
      { ...cardFields(viewerId), nextDates: computed(by === 'series' ? sql`'[]'` : nextDates, asJson<number[]>()) },
      sql`FROM (SELECT ${read.id}, ${read.startsAt}, ${read.seriesId} FROM ${events} ${read}
          WHERE ${columnOf(read)[by]} = ${id} AND ${read.startsAt} > ${now - maxTimeSinceStart}
            ${after ? sql`AND (${read.startsAt}, ${read.id}) > (${after[0]}, ${after[1]})` : sql``}
          ORDER BY ${read.startsAt}, ${read.id} LIMIT ${maxDatesRead + 1}) read
        LEFT JOIN ${events} ${e} ON ${e.id} = ${read.id} AND ${inList} ${by === 'series' ? sql`` : sql`AND ${isFirst}`}
        ORDER BY ${read.startsAt}, ${read.id}`,
    ),
  )
  const page: ListedEvent[] = []
  let rowCount = 0
  for (const { joined } of rows.slice(0, maxDatesRead)) {
    if (page.length === eventPageSize) break
    rowCount += 1
    if (joined === null) continue
    const { nextDates: dates, ...row } = joined
    page.push({ ...toCard(row, now), nextDates: dates })
  }
  return { events: page, next: cutPage(rows, rowCount, ({ readStart, readId }) => [readStart, readId]).next }
}
