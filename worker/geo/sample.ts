import { type SQL, sql } from 'drizzle-orm'
import { listCellIds } from '../../domain/geo/cells.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { listAreas } from '../../domain/geo/cover.ts'
import { literal, literalList } from '../platform/columns.ts'
import { milesFrom } from './queries.ts'
import type { ItemTable } from './tables.ts'

/** Up to this many activities get an equal share of the sample. D1 allows at most five terms in a UNION. */
const maxShares = 4

/** For each item of a share, so many are looked at. */
const maxReadForEach = 3

/** Sorts after all ids. */
const lastId = '~'

type SampleSearch = {
  table: Exclude<ItemTable, 'event_cells'>
  point: LatLng
  miles: number
  activities: readonly string[]
  /** Items are taken in the order of their ids from here on, and then from the first id to here. */
  startId: string
  /** A further condition on an `item` (with `id`, `lat`, `lng`). */
  condition: SQL
  limit: number
  /** The search ends after this many rows, even if most of them did not match or were found before. */
  maxRead: number
}

const item = { lat: sql`item.lat`, lng: sql`item.lng` }

/**
 * Selects some of the items within a radius, as rows of `id`: first a share for each activity at the location of the point, then more at
 * this location, then those in the areas around it, nearest area first. Where there are few items, it finds all of them. Unlike
 * `selectNearest`, it does not read all items of a crowded cell.
 */
export function selectSample({ table, point, miles, activities, startId, condition, limit, maxRead }: SampleSearch): SQL {
  const cells = sql.raw(table)
  // The finest cell. All people of a city are in one.
  const ownCell = listCellIds(point).at(-1)
  // From the first id on to the last one, and then from the beginning.
  const ranges = [
    [startId, lastId],
    ['', startId],
  ]
  // SQLite loops in the order of the joins and stops when it has enough.
  const selectSome = (keys: SQL, max: number) => sql`SELECT * FROM (
    SELECT item.id, item.lat, item.lng FROM (${keys}) key CROSS JOIN ${cells} item ON item.cell = key.column1 AND item.activity = key.column2
      AND item.id > key.column3 AND item.id <= key.column4
    LIMIT ${max})`
  const sharing = activities.length > 1 ? activities.slice(0, maxShares) : []
  const share = Math.ceil(limit / sharing.length)
  // Who does not match, or plays an activity before, is left out here: if the shares are enough, their rows are not read again with the areas
  // around. The keys are VALUES, because each row of `json_each` counts as one that was read.
  const shares = sharing.map((activity, index) => {
    const keys = ranges.map(([after, to]) => sql`(${ownCell}, ${literal(activity)}, ${after}, ${to})`)
    const isNew = sql`NOT EXISTS (SELECT 1 FROM ${cells} before WHERE before.cell = ${ownCell}
      AND before.activity IN ${literalList(sharing.slice(0, index))} AND before.id = item.id)`
    return sql`SELECT * FROM (${selectSome(sql`VALUES ${sql.join(keys, sql`, `)}`, maxReadForEach * share)}) item
      WHERE ${condition} AND ${isNew} LIMIT ${share}`
  })
  const listed = ranges.flatMap(([after, to]) => activities.map((activity) => [activity, after, to]))
  // Each activity is looked for only in areas that are not empty.
  const around = sql`SELECT area.value AS column1, part.value->>0 AS column2, part.value->>1 AS column3, part.value->>2 AS column4
    FROM json_each(${JSON.stringify([ownCell, ...listAreas(point, miles)])}) area CROSS JOIN json_each(${JSON.stringify(listed)}) part
    WHERE (EXISTS (SELECT 1 FROM ${cells} other WHERE other.cell = area.value AND other.activity = '')) IS TRUE`
  const parts = [...shares.map((part) => sql`SELECT * FROM (${part})`), selectSome(around, maxRead)]
  return sql`SELECT DISTINCT item.id FROM (${sql.join(parts, sql` UNION ALL `)}) item
    WHERE ${milesFrom(point, item)} <= ${miles} AND ${condition} LIMIT ${limit}`
}
