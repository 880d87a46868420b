import { type SQL, sql } from 'drizzle-orm'
import { findActivity } from '../../domain/activities.ts'
import { cellAt, eachLevel } from '../geo/cells-of-rows.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { indexWords, unindexWords } from '../search/commands.ts'

/** What an event is found by. */
export type Indexed = {
  id: string
  activity: string
  startsAt: number
  lat: number
  lng: number
  title: string
  placeName: string
  address: string
}

const located = ({ id, activity, startsAt, lat, lng }: Indexed) => ({ id, lat, lng, start: startsAt, activities: [activity] })

/** Among what has begun, the last stands first. */
const begun = (event: Indexed) => ({ ...located(event), start: -event.startsAt })

/** The sooner, the likelier. The city stands in the address. */
const worded = ({ id, activity, startsAt, title, placeName, address }: Indexed) => ({
  id,
  rank: startsAt,
  texts: [title, findActivity(activity)?.label ?? activity, placeName, address],
})

/** Has events found on maps, nearby and by their words. For the batch that shows them; only what everyone may see belongs here. */
export const indexEvents = (events: readonly Indexed[], when: SQL = sql`1`): SQL[] =>
  events.length === 0 ? [] : [writeCells('event_cells', events.map(located), when), ...indexWords('event', events.map(worded), when)]

/** Takes them out again, as they stood before, to come or begun. */
export const unindexEvents = (events: readonly Indexed[]): SQL[] =>
  events.length === 0
    ? []
    : [removeCells('event_cells', [...events.map(located), ...events.map(begun)]), ...unindexWords('event', events.map(worded))]

/** Has events found among those that have begun. */
export const keepPast = (events: readonly Indexed[]): SQL[] => (events.length === 0 ? [] : [writeCells('event_cells', events.map(begun))])

/** The same for events that the database finds, as they stand in it: `ids` is a list of one column. */
export const unindexRows = (ids: SQL): SQL => sql`
  DELETE FROM event_cells WHERE (cell, activity, start, id) IN (
    SELECT ${cellAt(sql`e.lat`, sql`e.lng`)}, iif(activity.own, e.activity, ''), e.starts_at, e.id
    FROM (${ids}) gone CROSS JOIN events e ON e.id = gone.id, ${eachLevel}, (SELECT 0 AS own UNION ALL SELECT 1) activity)`
