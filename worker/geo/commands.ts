import { type SQL, sql } from 'drizzle-orm'
import { type CellRow, type CellTable, columnsOf, keyOf, rowsOf, type ThingOf } from './tables.ts'

const named = (columns: readonly string[]) => sql.raw(columns.join(', '))
const given = (columns: readonly string[], rows: readonly CellRow[]) =>
  sql`SELECT ${named(columns.map((_, index) => `value->>${index}`))} FROM json_each(${JSON.stringify(rows)})`

export const writeRows = (table: CellTable, rows: readonly CellRow[], when: SQL = sql`true`): SQL =>
  sql`INSERT OR REPLACE INTO ${sql.raw(table)} (${named(columnsOf(table))}) ${given(columnsOf(table), rows)} WHERE ${when}`

/** For the batch that saves things: from then on they are found where they are. */
export const writeCells = <Table extends CellTable>(table: Table, things: readonly ThingOf[Table][], when?: SQL): SQL =>
  writeRows(table, rowsOf(table, things), when)

/** For the batch that moves, changes or ends things: they are given as they were, for nothing else knows their rows. */
export const removeCells = <Table extends CellTable>(table: Table, things: readonly ThingOf[Table][], when: SQL = sql`true`): SQL =>
  sql`DELETE FROM ${sql.raw(table)} WHERE (${named(keyOf(table))}) IN (${given(keyOf(table), rowsOf(table, things))}) AND ${when}`
