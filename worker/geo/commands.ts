import { type SQL, sql } from 'drizzle-orm'
import { type CellRow, type CellTable, type ItemOf, listColumns, listKeyColumns, listValueColumns, makeRows } from './tables.ts'

const joinNames = (columns: readonly string[]) => sql.raw(columns.join(', '))
const selectGiven = (columns: readonly string[], rows: readonly CellRow[]) =>
  sql`SELECT ${joinNames(columns.map((_, index) => `value->>${index}`))} FROM json_each(${JSON.stringify(rows)})`

const setExcluded = (columns: readonly string[]) => sql.raw(columns.map((column) => `${column} = excluded.${column}`).join(', '))

/** It updates rows that exist. `OR REPLACE` would delete them without running the triggers that count events. */
export const writeRows = (table: CellTable, rows: readonly CellRow[], condition: SQL = sql`true`): SQL =>
  sql`INSERT INTO ${sql.raw(table)} (${joinNames(listColumns(table))}) ${selectGiven(listColumns(table), rows)} WHERE ${condition}
    ON CONFLICT (${joinNames(listKeyColumns(table))}) DO UPDATE SET ${setExcluded(listValueColumns(table))}`

/** A statement for the batch that saves items, so that they are found by location. */
export const writeCells = <Table extends CellTable>(table: Table, items: readonly ItemOf[Table][], condition?: SQL): SQL =>
  writeRows(table, makeRows(table, items), condition)

/** A statement for the batch that moves, changes or removes items. Pass them as they were before, because their old rows are computed from that. */
export const removeCells = <Table extends CellTable>(table: Table, items: readonly ItemOf[Table][], condition: SQL = sql`true`): SQL =>
  sql`DELETE FROM ${sql.raw(table)} WHERE (${joinNames(listKeyColumns(table))}) IN (${selectGiven(listKeyColumns(table), makeRows(table, items))}) AND ${condition}`
