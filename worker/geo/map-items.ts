import { sql } from 'drizzle-orm'
import { sumCells, sumPoints, toClusters } from '../../domain/geo/cell-sums.ts'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { type CountGrid, chooseCountGrid } from '../../domain/geo/count-grid.ts'
import { type MapCluster, maxMapItems } from '../../domain/geo/map-contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import type { makeItemCounts } from './schema.ts'

/** Up to this many items of a view are read one by one. Then all filters count. */
export const maxItemsRead = 500

type CountTable = ReturnType<typeof makeItemCounts>

/** Selects how many items with this activity each stored cell of the grid has. '' is any activity. Reads one row for each cell. */
export const selectItemCounts = (table: CountTable, activity: string, { ranges }: CountGrid) => {
  const { cell, count, latSum, lngSum } = table
  return selectFields(
    { cell, count, latSum, lngSum },
    sql`FROM json_each(${JSON.stringify(ranges)}) range CROSS JOIN ${table}
      ON ${table.activity} = ${activity} AND ${cell} BETWEEN range.value->>'first' AND range.value->>'last'`,
  )
}

type MapSearch<Item> = {
  counts: CountTable
  bounds: Bounds
  /** Empty means any activity. */
  activities?: readonly string[]
  /** Reads the items in the view that match all filters, at most `limit`. */
  readItems: (limit: number) => Promise<Item[]>
}

type ItemMap<Item> = {
  items: Item[]
  clusters: MapCluster[]
  bits: number | null
  /** Whether the items were read one by one. Otherwise only one activity counts, and no other filter. */
  isFiltered: boolean
}

/** The items in a view: one by one if they are few, else true counts by cell. Takes at most two round trips. */
export async function mapItems<Item extends LatLng>(
  db: Database,
  { counts, bounds, activities = [], readItems }: MapSearch<Item>,
): Promise<ItemMap<Item>> {
  const grid = chooseCountGrid(bounds, 1)
  // An item can have several activities, so the sum of their counts is only a limit.
  const { byActivity, all } = await runBatch(db, {
    byActivity: (activities.length > 0 ? activities : ['']).map((activity) => selectItemCounts(counts, activity, grid)),
    all: activities.length > 1 ? [selectItemCounts(counts, '', grid)] : [],
  })
  const counted = byActivity.flatMap(({ rows }) => rows)
  const atMost = counted.reduce((sum, { count }) => sum + count, 0)
  if (atMost > maxItemsRead) {
    const clusters = toClusters(sumCells(grid, all[0]?.rows ?? counted))
    return { items: [], clusters, bits: grid.bits, isFiltered: false }
  }
  const items = atMost === 0 ? [] : await readItems(maxItemsRead)
  if (items.length <= maxMapItems) return { items, clusters: [], bits: null, isFiltered: true }
  return { items: [], clusters: toClusters(sumPoints(grid, items)), bits: grid.bits, isFiltered: true }
}
