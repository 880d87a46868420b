import { type SQL, sql } from 'drizzle-orm'
import { findActivity } from '../../domain/activities.ts'
import type { EventState, Visibility } from '../../domain/events/states.ts'
import { localDayOf } from '../../domain/time/wall-clock.ts'
import { cellAt, eachLevel } from '../geo/cell-at.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { columnNames } from '../platform/columns.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { eventCells, events } from './schema.ts'
import { e } from './tables.ts'

/** The columns by which an event is found. */
export type IndexedEvent = Omit<Pick<typeof events.$inferSelect, keyof ReturnType<typeof indexedColumns>>, 'activity'> & {
  activity: string
}

export const indexedColumns = ({ id, activity, startsAt, timeZone, lat, lng, title, placeName, address }: typeof events | typeof e) => ({
  id,
  activity,
  startsAt,
  timeZone,
  lat,
  lng,
  title,
  placeName,
  address,
})

/** Only published games that are open to everyone are found on maps and in text search. */
export const isListed = ({ state, visibility }: { state: EventState; visibility: Visibility }) =>
  state === 'published' && visibility === 'public'

const toCellEntry = ({ id, activity, startsAt, timeZone, lat, lng }: IndexedEvent) => ({
  id,
  lat,
  lng,
  start: startsAt,
  day: localDayOf(startsAt, timeZone),
  activities: [activity],
})

/** The cell entry of an event that has started. Its negative start time sorts the latest event first. */
const toPastCellEntry = (event: IndexedEvent) => ({ ...toCellEntry(event), start: -event.startsAt })

/** The entry for text search. Events that start sooner rank higher. The address contains the city. */
const toSearchEntry = ({ id, activity, startsAt, title, placeName, address, lat, lng }: IndexedEvent) => ({
  id,
  rank: startsAt,
  texts: [title, findActivity(activity)?.label ?? activity, placeName, address],
  at: { lat, lng },
})

/** Adds events to maps, nearby lists and text search, in the batch that publishes them. Check `isListed` first. */
export const indexEvents = (events: readonly IndexedEvent[], when: SQL = sql`1`): SQL[] =>
  events.length === 0
    ? []
    : [writeCells('event_cells', events.map(toCellEntry), when), ...indexWords('event', events.map(toSearchEntry), when)]

/** Removes events from maps and search. Pass their old values. It works before and after they have started. */
export const unindexEvents = (events: readonly IndexedEvent[]): SQL[] =>
  events.length === 0
    ? []
    : [
        removeCells('event_cells', [...events.map(toCellEntry), ...events.map(toPastCellEntry)]),
        ...unindexWords('event', events.map(toSearchEntry)),
      ]

/** Adds events to the list of past events. */
export const indexPastEvents = (events: readonly IndexedEvent[]): SQL[] =>
  events.length === 0 ? [] : [writeCells('event_cells', events.map(toPastCellEntry))]

/** Removes from maps the events that a statement selects, with their current values. `ids` selects a column `id`. */
export const unindexRows = (ids: SQL): SQL => sql`
  DELETE FROM ${eventCells} WHERE (${columnNames(eventCells.cell, eventCells.activity, eventCells.start, eventCells.id)}) IN (
    SELECT ${cellAt(sql`${e.lat}`, sql`${e.lng}`)}, iif(activity.own, ${e.activity}, ''), ${e.startsAt}, ${e.id}
    FROM (${ids}) removed CROSS JOIN ${events} ${e} ON ${e.id} = removed.id, ${eachLevel}, (SELECT 0 AS own UNION ALL SELECT 1) activity)`
