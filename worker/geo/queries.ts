import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Bounds, LatLng, Ring } from '../../domain/geo/contract.ts'
import { coverBounds, getLngRanges, listRings } from '../../domain/geo/cover.ts'
import { milesInRadian, wrapLng } from '../../domain/geo/distance.ts'
import { literal } from '../platform/columns.ts'
import type { ItemTable } from './tables.ts'

type ItemSearch<Table extends ItemTable> = {
  table: Table
  /** Empty means any activity. */
  activities?: readonly string[]
  /** For events only: they start at or after `from`, and before `to`. */
  from?: Table extends 'event_cells' ? number : never
  to?: Table extends 'event_cells' ? number : never
  limit: number | SQL
}

export type InBoundsSearch<Table extends ItemTable> = ItemSearch<Table> & {
  bounds: Bounds
  /** For a short list: fewer cells, each of which costs a row even if it is empty. */
  maxCells?: number | undefined
  /** The last row of the previous page. */
  after?: (Table extends 'event_cells' ? { start: number; id: string } : { id: string }) | null
}

export type NearestSearch<Table extends ItemTable> = ItemSearch<Table> & {
  point: LatLng
  miles: number
  /** Smaller rings are left out. For items that are too far from each other to fill such a ring. */
  minRingMiles?: number
  /** Only items in this view. */
  bounds?: Bounds
  /** A further condition on an `item` (with `id`, `lat`, `lng`). It is checked for each row, and again in each ring. */
  condition?: SQL
  /** The last row of the previous page. */
  after?: { miles: number; id: string } | null
}

const joinConditions = (conditions: readonly (SQL | null | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition != null)], sql` AND `)

type Key = readonly [cell: number, activity: string]

/** Every combination of cell and activity that one search reads. */
const listKeys = (cells: readonly number[], activities: readonly string[] = []): Key[] =>
  cells.flatMap((cell) => (activities.length === 0 ? [''] : activities).map((activity) => [cell, activity] as const))

/** Longer lists of keys are sent as JSON, so that a statement with several searches stays short enough for D1. */
const maxWrittenKeys = 200

/** Keys as `column1` and `column2`. They are written into the statement, because each row of `json_each` counts as a row that was read. */
function selectKeys(keys: readonly Key[]): SQL {
  if (keys.length === 0 || keys.length > maxWrittenKeys)
    return sql`(SELECT value->>0 AS column1, value->>1 AS column2 FROM json_each(${JSON.stringify(keys)}))`
  return sql`(VALUES ${sql.join(
    keys.map(([cell, activity]) => sql`(${sql.raw(String(cell))}, ${literal(activity)})`),
    sql`, `,
  )})`
}

const item = { lat: sql`item.lat`, lng: sql`item.lng` }

const selectStart = (table: ItemTable) => (table === 'event_cells' ? sql`item.start, ` : sql``)
/** An item with several of the activities has several rows. */
const makeDistinct = ({ activities = [] }: { activities?: readonly string[] }) => (activities.length > 1 ? sql`DISTINCT` : sql``)
/** SQLite must read the cells first, each in the order of its key, so this is a CROSS JOIN. */
const joinItems = (table: ItemTable, keys: readonly Key[]) => sql`
  ${selectKeys(keys)} key CROSS JOIN ${sql.raw(table)} item ON item.cell = key.column1 AND item.activity = key.column2`

/** Whether an item is inside the bounds. */
export function isInside(bounds: Bounds, item: { lat: SQLWrapper; lng: SQLWrapper }): SQL {
  const lngConditions = getLngRanges(bounds).map(([west, east]) => sql`${item.lng} BETWEEN ${west} AND ${east}`)
  return sql`${item.lat} BETWEEN ${bounds.south} AND ${bounds.north} AND (${sql.join(lngConditions, sql` OR `)})`
}

/** `milesBetween` of domain/geo in SQL. Rounded, so that two items at the same location have the same distance. */
export const milesFrom = ({ lat, lng }: LatLng, item: { lat: SQLWrapper; lng: SQLWrapper }) => sql`
  round(${2 * milesInRadian} * asin(min(1, sqrt(pow(sin(radians(${item.lat} - ${lat}) / 2), 2)
    + ${Math.cos((lat * Math.PI) / 180)} * cos(radians(${item.lat})) * pow(sin(radians(${item.lng} - ${wrapLng(lng)}) / 2), 2)))), 6)`

/** `IS TRUE` stops SQLite from turning an EXISTS into a join. With a join it could not stop early in a cell. */
const requireTrue = (condition: SQL | undefined) => (condition === undefined ? null : sql`(${condition}) IS TRUE`)

type LastRow = { id: string; start?: number } | null | undefined

type Values = { start?: number; id?: string; until?: number }

/** Where a list begins. Only one bound, because with two SQLite might choose the lower one and read more rows. */
function findBeginning(table: ItemTable, from: number | undefined, after: LastRow): Values {
  if (table !== 'event_cells') return after ? { id: after.id } : {}
  if (after?.start !== undefined && after.start >= (from ?? after.start)) return { start: after.start, id: after.id }
  return from === undefined ? {} : { start: from }
}

type Named = Record<keyof Values, SQL>

const isAtOrBehind = ({ start, id }: Values, named: Named): SQL | null => {
  if (start !== undefined && id !== undefined) return sql`(item.start, item.id) > (${named.start}, ${named.id})`
  if (start !== undefined) return sql`item.start >= ${named.start}`
  return id === undefined ? null : sql`item.id > ${named.id}`
}

/** D1 takes at most five terms in a UNION. SQLite makes one of a UNION ALL of several, so a longer one is written as a tree. */
const maxTerms = 5

function unionAll(terms: SQL[]): SQL {
  if (terms.length <= maxTerms) return sql.join(terms, sql` UNION ALL `)
  const groups = Array.from({ length: Math.ceil(terms.length / maxTerms) }, (_, at) => terms.slice(at * maxTerms, (at + 1) * maxTerms))
  return unionAll(groups.map((group) => sql`SELECT * FROM (${unionAll(group)})`))
}

/** More keys would make the statement too long for D1, and SQLite compares the keys with each other. */
const maxMergedKeys = 64

/**
 * Selects the items in a view: events sorted by start, others by id. Rows have `id`, `lat`, `lng` and for events `start`.
 * SQLite stops reading a cell when the page is full, so a page costs about the same everywhere.
 */
export function selectInBounds<Table extends ItemTable>(search: InBoundsSearch<Table>): SQL {
  const { table, bounds, maxCells, from, to, after, limit, activities = [] } = search
  const keys = listKeys(coverBounds(bounds, maxCells), activities)
  const order = sql`${selectStart(table)}item.id`
  const values = { ...findBeginning(table, from, after), ...(to === undefined ? {} : { until: to }) }
  const isInRange = (named: Named) =>
    joinConditions([isAtOrBehind(values, named), values.until === undefined ? null : sql`item.start < ${named.until}`])
  // Only a game has one activity. Others may be found under several, and then their rows are sorted to find them once.
  const isFoundOnce = table === 'event_cells' || activities.length <= 1
  if (!isFoundOnce || keys.length === 0 || keys.length > maxMergedKeys)
    return sql`SELECT ${makeDistinct(search)} ${order}, item.lat, item.lng FROM ${joinItems(table, keys)}
      WHERE ${isInRange({ start: sql`${values.start}`, id: sql`${values.id}`, until: sql`${values.until}` })} AND ${isInside(bounds, item)}
      ORDER BY ${order} LIMIT ${limit}`
  // The rows of each key are in the order of the list, so SQLite merges them, and reads one more row of each key than it needs. Whether an
  // item is in the view is asked afterwards: otherwise each key would be read up to its first item in the view, however far away that is.
  // The values are bound once, because D1 binds at most 100. A CTE that is not stored costs no row.
  const named = { start: sql`(SELECT start FROM edge)`, id: sql`(SELECT id FROM edge)`, until: sql`(SELECT until FROM edge)` }
  const terms = keys.map(
    ([cell, activity]) => sql`SELECT ${order}, item.lat, item.lng FROM ${sql.raw(table)} item
      WHERE item.cell = ${sql.raw(String(cell))} AND item.activity = ${literal(activity)} AND ${isInRange(named)}`,
  )
  // Because of its LIMIT, SQLite keeps the order of the inner SELECT, and does not move the condition into it.
  return sql`WITH edge (start, id, until) AS NOT MATERIALIZED (SELECT ${values.start ?? null}, ${values.id ?? null}, ${values.until ?? null})
    SELECT * FROM (${unionAll(terms)} ORDER BY ${sql.raw(table === 'event_cells' ? 'start, id' : 'id')} LIMIT -1) item WHERE ${isInside(bounds, item)} LIMIT ${limit}`
}

/**
 * Selects the nearest items within a radius, nearest first. Rows have `id`, `lat`, `lng`, `miles` and for events `start`.
 * It is one statement that reads a wider ring only if the smaller ones had too few items.
 */
export function selectNearest<Table extends ItemTable>({
  table,
  point,
  miles,
  minRingMiles = 0,
  from,
  to,
  bounds,
  after,
  condition,
  limit,
  ...search
}: NearestSearch<Table>): SQL {
  // Nothing behind the last row is in the smaller rings.
  const minMiles = Math.max(minRingMiles, after?.miles ?? 0)
  const rings = listRings(point, miles).filter((ring) => ring.miles >= minMiles || ring.miles === miles)
  const nameRing = (index: number) => sql.raw(`ring_${index}`)
  const selectCountUpTo = (index: number) => (index < 0 ? sql`0` : sql.raw(`(SELECT found FROM found_by_${index})`))
  const conditions = joinConditions([
    from === undefined ? null : sql`item.start >= ${from}`,
    to === undefined ? null : sql`item.start < ${to}`,
    bounds === undefined ? null : isInside(bounds, item),
    after ? sql`(miles, item.id) > (${after.miles}, ${after.id})` : null,
    requireTrue(condition),
  ])
  const selectRing = ({ miles: radius, cells }: Ring, index: number) => sql`
    ${nameRing(index)} AS MATERIALIZED (
      SELECT ${makeDistinct(search)} ${selectStart(table)}item.id, item.lat, item.lng, ${milesFrom(point, item)} AS miles
      FROM ${joinItems(table, listKeys(cells, search.activities))}
      WHERE ${selectCountUpTo(index - 1)} < ${limit} AND miles > ${rings[index - 1]?.miles ?? -1} AND miles <= ${radius} AND ${conditions}
      ORDER BY miles, item.id LIMIT ${limit}),
    found_by_${sql.raw(String(index))} AS MATERIALIZED (SELECT ${selectCountUpTo(index - 1)} + count(*) AS found FROM ${nameRing(index)})`
  return sql`WITH ${sql.join(rings.map(selectRing), sql`, `)}
    ${sql.join(
      rings.map((_, index) => sql`SELECT * FROM ${nameRing(index)}`),
      sql` UNION ALL `,
    )} ORDER BY miles, id LIMIT ${limit}`
}
