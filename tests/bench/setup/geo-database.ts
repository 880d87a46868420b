import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { openLocalDatabase } from '../../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../../scripts/migrations.ts'
import { writeRows } from '../../../worker/geo/commands.ts'
import { type CellRow, type CellTable, rowsOf, type ThingOf } from '../../../worker/geo/tables.ts'
import { atEnd } from './shared.ts'
import { makeWorkFolder } from './work-folder.ts'

const dialect = new SQLiteAsyncDialect()

type Answer = { rows: Record<string, unknown>[]; rowsRead: number }

export type GeoDatabase = {
  ask: (statements: readonly SQLWrapper[]) => Promise<Answer[]>
  fill: <Table extends CellTable>(table: Table, things: readonly ThingOf[Table][]) => Promise<void>
}

const rowsAtOnce = 20_000

/** In the order of the table's key a row is written without looking for its page: millions take seconds. */
function inOrder(a: CellRow, b: CellRow): number {
  const differs = a.findIndex((value, index) => value !== b[index])
  const [one, other] = [a[differs] ?? '', b[differs] ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

/** An empty D1 with the product's tables, which tells the rows that each statement reads. */
export async function openGeoDatabase(): Promise<GeoDatabase> {
  const { db, close } = await openLocalDatabase(makeWorkFolder('geo'))
  atEnd(close)
  await applyMigrations(db, readMigrations())
  const prepare = (statement: SQLWrapper) => {
    const { sql, params } = dialect.sqlToQuery(statement.getSQL())
    return db.prepare(sql).bind(...params)
  }
  return {
    ask: async (statements) => {
      const answers = await db.batch<Record<string, unknown>>(statements.map(prepare))
      return answers.map(({ results, meta }) => ({ rows: results, rowsRead: meta.rows_read }))
    },
    fill: async (table, things) => {
      const rows = rowsOf(table, things).sort(inOrder)
      for (let from = 0; from < rows.length; from += rowsAtOnce) await prepare(writeRows(table, rows.slice(from, from + rowsAtOnce))).run()
    },
  }
}
