import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SpotTable } from './tables.ts'

/** Where things of one kind lie, in the cells of `domain/geo`: for any activity ('') and for each of their own. WITHOUT ROWID. */
export const spotCells = <Name extends Exclude<SpotTable, 'event_cells'>>(name: Name) =>
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
