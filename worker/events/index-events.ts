import { type SQL, sql } from 'drizzle-orm'
import { findActivity } from '../../domain/activities.ts'
import type { EventState, Visibility } from '../../domain/events/states.ts'
import { cellAt, eachLevel } from '../geo/cells-of-rows.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { columnNames } from '../platform/columns.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { eventCells, events } from './schema.ts'
import { e } from './tables.ts'

/** What an event is found by. */
export type Indexed = Omit<Pick<typeof events.$inferSelect, keyof ReturnType<typeof indexedColumns>>, 'activity'> & { activity: string }

export const indexedColumns = ({ id, activity, startsAt, lat, lng, title, placeName, address }: typeof events | typeof e) => ({
  id,
  activity,
  startsAt,
  lat,
  lng,
  title,
  placeName,
  address,
})

/** Only what everyone may see is found on maps and by words. */
export const isListed = ({ state, visibility }: { state: EventState; visibility: Visibility }) =>
  state === 'published' && visibility === 'public'

const located = ({ id, activity, startsAt, lat, lng }: Indexed) => ({ id, lat, lng, start: startsAt, activities: [activity] })

/** Of events that have begun, the last one comes first. */
const begun = (event: Indexed) => ({ ...located(event), start: -event.startsAt })

/** Sooner events rank higher. The city is a part of the address. */
const worded = ({ id, activity, startsAt, title, placeName, address }: Indexed) => ({
  id,
  rank: startsAt,
  texts: [title, findActivity(activity)?.label ?? activity, placeName, address],
})

/** Has events found on maps, nearby and by their words, in the batch that shows them. Ask `isListed` first. */
export const indexEvents = (events: readonly Indexed[], when: SQL = sql`1`): SQL[] =>
  events.length === 0 ? [] : [writeCells('event_cells', events.map(located), when), ...indexWords('event', events.map(worded), when)]

/** Takes them out again: they are given as they were before, whether they have begun or not. */
export const unindexEvents = (events: readonly Indexed[]): SQL[] =>
  events.length === 0
    ? []
    : [removeCells('event_cells', [...events.map(located), ...events.map(begun)]), ...unindexWords('event', events.map(worded))]

/** Has events found among those that have begun. */
export const keepPast = (events: readonly Indexed[]): SQL[] => (events.length === 0 ? [] : [writeCells('event_cells', events.map(begun))])

/** Takes out events that the database finds, as they are in it: `ids` answers with a column `id`. */
export const unindexRows = (ids: SQL): SQL => sql`
  DELETE FROM ${eventCells} WHERE (${columnNames(eventCells.cell, eventCells.activity, eventCells.start, eventCells.id)}) IN (
    SELECT ${cellAt(sql`${e.lat}`, sql`${e.lng}`)}, iif(activity.own, ${e.activity}, ''), ${e.startsAt}, ${e.id}
    FROM (${ids}) gone CROSS JOIN ${events} ${e} ON ${e.id} = gone.id, ${eachLevel}, (SELECT 0 AS own UNION ALL SELECT 1) activity)`
