import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { openLocalDatabase } from '../../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../../scripts/migrations.ts'
import { writeRows } from '../../../worker/geo/commands.ts'
import { type CellRow, type CellTable, type ItemOf, makeRows } from '../../../worker/geo/tables.ts'
import { atEnd } from './shared.ts'
import { makeWorkFolder } from './work-folder.ts'

const dialect = new SQLiteAsyncDialect()

type Answer = { rows: Record<string, unknown>[]; rowsRead: number }

export type GeoDatabase = {
  ask: (statements: readonly SQLWrapper[]) => Promise<Answer[]>
  fill: <Table extends CellTable>(table: Table, items: readonly ItemOf[Table][]) => Promise<void>
}

const rowsAtOnce = 20_000

/** Rows that are written in the order of the table's key need no search for their page. So millions of rows take only seconds. */
function compareByKey(a: CellRow, b: CellRow): number {
  const firstDifference = a.findIndex((value, index) => value !== b[index])
  const [one, other] = [a[firstDifference] ?? '', b[firstDifference] ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

/** Opens an empty D1 with the tables of the product. `ask` returns how many rows each statement reads. */
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
    fill: async (table, items) => {
      const rows = makeRows(table, items).sort(compareByKey)
      for (let from = 0; from < rows.length; from += rowsAtOnce) await prepare(writeRows(table, rows.slice(from, from + rowsAtOnce))).run()
    },
  }
}
