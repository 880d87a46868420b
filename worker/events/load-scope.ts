import { type SQL, sql } from 'drizzle-orm'
import { occurrencesMost, type Scope } from '../../domain/events/form-contract.ts'
import type { Times } from '../../domain/events/plan-times.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import type { EventState } from '../../domain/events/states.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isHostOf } from './acting.ts'

export type Row = Times & {
  id: string
  state: EventState
  visibility: string
  version: number
  activity: string
  lat: number
  lng: number
  title: string
  placeId: string | null
  placeName: string
  address: string
  timeZone: string
  seriesId: string | null
}

/** Its columns; `e` is the row of `events`. */
export const rowColumns = sql`e.id, e.state, e.visibility, e.version, e.activity, e.lat, e.lng, e.title, e.place_id AS placeId, e.place_name AS placeName, e.address,
  e.time_zone AS timeZone, e.starts_at AS startsAt, e.ends_at AS endsAt, e.series_id AS seriesId`

/** The event and, as far as the scope reaches, the dates of its series that are still to come. The one that was named is first. */
export async function loadScope(db: Database, hostId: string, eventId: string, scope: Scope, now: number): Promise<[Row, ...Row[]]> {
  const [own, others] = await runBatch<Row>(db, [
    sql`SELECT ${rowColumns} FROM events e WHERE e.id = ${eventId} AND ${isHostOf(hostId)}`,
    sql`SELECT ${rowColumns} FROM events named JOIN events e ON e.series_id = named.series_id AND e.id <> named.id
      WHERE named.id = ${eventId} AND ${scope === 'this' ? 0 : 1} AND e.state <> 'cancelled' AND ${isHostOf(hostId)}
        AND e.starts_at > ${scope === 'following' ? sql`max(named.starts_at, ${now})` : now} ORDER BY e.starts_at LIMIT ${occurrencesMost}`,
  ])
  const [first] = own?.results ?? []
  if (!first) throw eventNotFound()
  return [first, ...(others?.results ?? [])]
}

/** Nobody changed, showed or deleted any of them since they were loaded: whoever moves them on maps knows where they stand. */
export const areStill = (rows: readonly Pick<Row, 'id' | 'version' | 'state'>[]): SQL => sql`
  ((SELECT count(*) FROM json_each(${JSON.stringify(rows.map(({ id, version, state }) => ({ id, version, state })))}) seen
    CROSS JOIN events still ON still.id = seen.value->>'id' AND still.version = seen.value->>'version' AND still.state = seen.value->>'state')
    = ${rows.length})`
