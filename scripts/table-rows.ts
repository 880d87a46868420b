import type { SqlRunner } from './sql-runner.ts'
import { quoteName, type Table } from './table-list.ts'

const pageSize = 2_500

/** Writes a value as an exact SQL literal. `quote` alone would cut off a text at its first NUL character. */
const literal = (column: string) =>
  `CASE WHEN typeof(${column}) = 'text' AND instr(${column}, char(0)) > 0
    THEN 'CAST(' || quote(CAST(${column} AS BLOB)) || ' AS TEXT)' ELSE quote(${column}) END`

/** Reads all rows of a table page by page, in the order of its key. Each value is an SQL literal. */
export async function* readRows({ query }: SqlRunner, { name, columns, key }: Table): AsyncGenerator<string[][]> {
  const keys = key.map(quoteName).join(', ')
  const selected = [
    ...columns.map((column, index) => `${literal(quoteName(column))} AS c${index}`),
    ...key.map((column, index) => `quote(${quoteName(column)}) AS k${index}`),
  ].join(', ')
  let after = ''
  for (;;) {
    const rows = await query(`SELECT ${selected} FROM ${quoteName(name)} ${after} ORDER BY ${keys} LIMIT ${pageSize}`)
    if (rows.length > 0) yield rows.map((row) => columns.map((_, index) => String(row[`c${index}`])))
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = `WHERE (${keys}) > (${key.map((_, index) => String(last[`k${index}`])).join(', ')})`
  }
}
