import { type SQL, sql } from 'drizzle-orm'
import { type CellTable, rowsOf, type ThingOf } from './tables.ts'

/** For the batch that saves things: from then on they are found where they are. */
export function writeCells<Table extends CellTable>(table: Table, things: readonly ThingOf[Table][], when: SQL = sql`true`): SQL {
  const { all, selectAll } = rowsOf(table, things)
  return sql`INSERT OR REPLACE INTO ${sql.raw(table)} (${all}) ${selectAll} WHERE ${when}`
}

/** For the batch that moves, changes or ends things, as they were: nothing else knows which rows are theirs. */
export function removeCells<Table extends CellTable>(table: Table, things: readonly ThingOf[Table][], when: SQL = sql`true`): SQL {
  const { key, selectKeys } = rowsOf(table, things)
  return sql`DELETE FROM ${sql.raw(table)} WHERE (${key}) IN (${selectKeys}) AND ${when}`
}
