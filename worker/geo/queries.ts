import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Bounds, LatLng, Ring } from '../../domain/geo/contract.ts'
import { coverBounds, ringsAround, stretchesOf } from '../../domain/geo/cover.ts'
import { milesInRadian, wrapLng } from '../../domain/geo/distance.ts'
import type { SpotTable } from './tables.ts'

type Wanted<Table extends SpotTable> = {
  table: Table
  /** None: whatever the activity. */
  activities?: readonly string[]
  /** Events only: those that start at or after `from`, and before `to`. */
  from?: Table extends 'event_cells' ? number : never
  to?: Table extends 'event_cells' ? number : never
  /** What else must hold of a `spot` (by its `id`, `start`, `lat`, `lng`): asked of each before it counts, in every ring anew. */
  also?: SQL
  limit: number
}

export type InBounds<Table extends SpotTable> = Wanted<Table> & {
  bounds: Bounds
  /** The last row of the page before. */
  after?: (Table extends 'event_cells' ? { start: number; id: string } : { id: string }) | null
}

export type Nearest<Table extends SpotTable> = Wanted<Table> & { point: LatLng; miles: number }

const all = (conditions: readonly (SQL | null | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition != null)], sql` AND `)

/** Each cell with each activity: what one search reads, as one list. */
const keysOf = (cells: readonly number[], activities: readonly string[] = []) =>
  JSON.stringify(cells.flatMap((cell) => (activities.length === 0 ? [''] : activities).map((activity) => [cell, activity])))

const spot = { lat: sql`spot.lat`, lng: sql`spot.lng` }

/** The cells come first, and each is read in the order of its key. Whoever does several of the activities is in several of its rows. */
const startsOf = (table: SpotTable) => (table === 'event_cells' ? sql`spot.start, ` : sql``)
const distinct = ({ activities = [] }: { activities?: readonly string[] }) => (activities.length > 1 ? sql`DISTINCT` : sql``)
const spotsIn = (table: SpotTable, cells: readonly number[], activities: readonly string[] | undefined) => sql`
  json_each(${keysOf(cells, activities)}) key CROSS JOIN ${sql.raw(table)} spot
    ON spot.cell = key.value->>0 AND spot.activity = key.value->>1`

/** Whether a thing lies in a view. */
export function isInside(bounds: Bounds, thing: { lat: SQLWrapper; lng: SQLWrapper }): SQL {
  const stretches = stretchesOf(bounds).map(([west, east]) => sql`${thing.lng} BETWEEN ${west} AND ${east}`)
  return sql`${thing.lat} BETWEEN ${bounds.south} AND ${bounds.north} AND (${sql.join(stretches, sql` OR `)})`
}

/** `milesBetween` of domain/geo, as the database says it; rounded, so that two at one place are equally far. */
export const milesFrom = ({ lat, lng }: LatLng, thing: { lat: SQLWrapper; lng: SQLWrapper }) => sql`
  round(${2 * milesInRadian} * asin(min(1, sqrt(pow(sin(radians(${thing.lat} - ${lat}) / 2), 2)
    + ${Math.cos((lat * Math.PI) / 180)} * cos(radians(${thing.lat})) * pow(sin(radians(${thing.lng} - ${wrapLng(lng)}) / 2), 2)))), 6)`

/** In brackets of its own: SQLite would make an EXISTS that stands bare into a join, and then leave no cell early. */
const holds = (also: SQL | undefined) => (also === undefined ? null : sql`(${also}) IS TRUE`)

type Last = { id: string; start?: number } | null | undefined

/** One lower bound only: of two, SQLite might take the one that has more to read. */
function beginsAt(table: SpotTable, from: number | undefined, after: Last): SQL | null {
  if (table !== 'event_cells') return after ? sql`spot.id > ${after.id}` : null
  if (after?.start !== undefined && after.start >= (from ?? after.start)) return sql`(spot.start, spot.id) > (${after.start}, ${after.id})`
  return from === undefined ? null : sql`spot.start >= ${from}`
}

/**
 * What lies in a view: events by their start, all else by id. Rows are `id`, `lat`, `lng` and for events `start`. SQLite
 * leaves a cell as soon as it is past the last of a full page, so that a page costs about the same wherever it is.
 */
export function selectInBounds<Table extends SpotTable>({ table, bounds, from, to, after, also, limit, ...wanted }: InBounds<Table>): SQL {
  const order = sql`${startsOf(table)}spot.id`
  return sql`SELECT ${distinct(wanted)} ${order}, spot.lat, spot.lng
    FROM ${spotsIn(table, coverBounds(bounds), wanted.activities)}
    WHERE ${all([beginsAt(table, from, after), to === undefined ? null : sql`spot.start < ${to}`, isInside(bounds, spot), holds(also)])}
    ORDER BY ${order} LIMIT ${limit}`
}

/**
 * The nearest within so many miles, nearest first: rows are `id`, `lat`, `lng`, `miles` and for events `start`. One
 * statement; a wider ring is read only when all within it have found too few.
 */
export function selectNearest<Table extends SpotTable>({ table, point, miles, from, to, also, limit, ...wanted }: Nearest<Table>): SQL {
  const rings = ringsAround(point, miles)
  const ring = (index: number) => sql.raw(`ring_${index}`)
  const foundBy = (index: number) => (index < 0 ? sql`0` : sql.raw(`(SELECT found FROM found_by_${index})`))
  const conditions = all([
    from === undefined ? null : sql`spot.start >= ${from}`,
    to === undefined ? null : sql`spot.start < ${to}`,
    holds(also),
  ])
  const selectRing = ({ miles: radius, cells }: Ring, index: number) => sql`
    ${ring(index)} AS MATERIALIZED (
      SELECT ${distinct(wanted)} ${startsOf(table)}spot.id, spot.lat, spot.lng, ${milesFrom(point, spot)} AS miles
      FROM ${spotsIn(table, cells, wanted.activities)}
      WHERE ${foundBy(index - 1)} < ${limit} AND miles > ${rings[index - 1]?.miles ?? -1} AND miles <= ${radius} AND ${conditions}
      ORDER BY miles, spot.id LIMIT ${limit}),
    found_by_${sql.raw(String(index))} AS MATERIALIZED (SELECT ${foundBy(index - 1)} + count(*) AS found FROM ${ring(index)})`
  return sql`WITH ${sql.join(rings.map(selectRing), sql`, `)}
    ${sql.join(
      rings.map((_, index) => sql`SELECT * FROM ${ring(index)}`),
      sql` UNION ALL `,
    )} ORDER BY miles, id LIMIT ${limit}`
}
