import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ItemTable } from './tables.ts'

/** The cells of `domain/geo` that contain items of one kind. Each item has a row for any activity ('') and one for each of its own. WITHOUT ROWID. */
export const makeItemCells = <Name extends Exclude<ItemTable, 'event_cells'>>(name: Name) =>
  sqliteTable(
    name,
    {
      cell: integer('cell').notNull(),
      activity: text('activity').notNull(),
      id: text('id').notNull(),
      lat: real('lat').notNull(),
      lng: real('lng').notNull(),
    },
    (t) => [primaryKey({ columns: [t.cell, t.activity, t.id] })],
  )

/**
 * How many items of one kind each cell of the map has, for any activity ('') and for each. Triggers on the table of cells keep it
 * exact. The sums of coordinates, in steps of 1e-5 degrees, give the middle of the items of a cell. The grids are in
 * `domain/geo/count-grid.ts`. WITHOUT ROWID.
 */
export const makeItemCounts = <Name extends 'place_counts' | 'team_counts'>(name: Name) =>
  sqliteTable(
    name,
    {
      activity: text('activity').notNull(),
      cell: integer('cell').notNull(),
      count: integer('count').notNull(),
      latSum: integer('lat_sum').notNull(),
      lngSum: integer('lng_sum').notNull(),
    },
    (t) => [primaryKey({ columns: [t.activity, t.cell] })],
  )
