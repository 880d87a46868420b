import { type SQL, sql } from 'drizzle-orm'
import { listCellIds } from '../../domain/geo/cells.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { listAreas } from '../../domain/geo/cover.ts'
import { milesFrom } from './queries.ts'
import type { ItemTable } from './tables.ts'

/** Up to this many activities get an equal share of the sample. D1 allows at most five terms in a UNION. */
const maxShares = 4

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
  const listParts = (wanted: readonly string[], from: string, to: string) => wanted.map((activity) => [activity, from, to])
  // SQLite loops in the order of the joins and stops when it has enough. It looks for each activity only in cells that are not empty.
  const selectSome = (areas: readonly unknown[], wanted: readonly string[], max: number) => sql`SELECT * FROM (
    SELECT item.id, item.lat, item.lng FROM json_each(${JSON.stringify(areas)}) area
      CROSS JOIN json_each(${JSON.stringify([...listParts(wanted, startId, lastId), ...listParts(wanted, '', startId)])}) part
      CROSS JOIN ${cells} item ON item.cell = area.value AND item.activity = part.value->>0
        AND item.id > part.value->>1 AND item.id <= part.value->>2
    WHERE (EXISTS (SELECT 1 FROM ${cells} other WHERE other.cell = area.value AND other.activity = '')) IS TRUE
    LIMIT ${max})`
  const sharing = activities.length > 1 ? activities.slice(0, maxShares) : []
  const shares = sharing.map((activity) => selectSome([ownCell], [activity], Math.ceil(limit / sharing.length)))
  const parts = [...shares, selectSome([ownCell, ...listAreas(point, miles)], activities, maxRead)]
  return sql`SELECT DISTINCT item.id FROM (${sql.join(parts, sql` UNION ALL `)}) item
    WHERE ${milesFrom(point, item)} <= ${miles} AND ${condition} LIMIT ${limit}`
}
