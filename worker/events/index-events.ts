import { type SQL, sql } from 'drizzle-orm'
import { removeCells, writeCells } from '../geo/commands.ts'

/** What an event is found by. */
export type Indexed = { id: string; activity: string; startsAt: number; lat: number; lng: number; title: string; placeName: string }

const located = ({ id, activity, startsAt, lat, lng }: Indexed) => ({ id, lat, lng, start: startsAt, activities: [activity] })

/** Has events found on maps and nearby. For the batch that shows them; only what everyone may see belongs here. */
export const indexEvents = (events: readonly Indexed[], when: SQL = sql`1`): SQL[] =>
  events.length === 0 ? [] : [writeCells('event_cells', events.map(located), when)]

/** Takes them out again, as they stood before. */
export const unindexEvents = (events: readonly Indexed[], when: SQL = sql`1`): SQL[] =>
  events.length === 0 ? [] : [removeCells('event_cells', events.map(located), when)]
