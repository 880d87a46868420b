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
