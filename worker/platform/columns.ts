import { type Column, getTableColumns, is, SQL, type SQLWrapper, sql, type TableConfig } from 'drizzle-orm'
import type { SQLiteTable, SQLiteTableWithColumns } from 'drizzle-orm/sqlite-core'

/** Columns without their table, as INSERT lists them and UPDATE sets them. */
export const columnNames = (...columns: readonly Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql.raw(', '),
  )

/** `SELECT` of columns or SQL, each `AS` its name, followed by `rest`: where the rows come from. */
export const selectAs = (columns: Readonly<Record<string, SQLWrapper>>, rest: SQL): SQL => {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
  return sql`SELECT ${sql.join(named, sql.raw(', '))} ${rest}`
}

/** What other features may read of a table, for its owner's `shared.ts`. */
export const expose = <Config extends TableConfig, Name extends keyof Config['columns']>(
  table: SQLiteTableWithColumns<Config>,
  ..._columns: Name[]
) => table as unknown as SQLiteTableWithColumns<Omit<Config, 'columns'> & { columns: Pick<Config['columns'], Name> }>

/** The column is one of these, however many: D1 binds at most 100 values. */
export const inList = (column: SQLWrapper, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

type Values<Table extends SQLiteTable> = { [Name in keyof Table['$inferInsert']]: Table['$inferInsert'][Name] | SQLWrapper }

/**
 * `INSERT INTO table (…) SELECT …`, followed by `rest`: where the rows come from, when they are written, and what becomes of a
 * conflict. Values are written as the schema says; what must be worked out is SQL.
 */
export function insertSelect<Table extends SQLiteTable>(table: Table, values: Values<Table>, rest: SQL): SQL {
  const named = Object.entries(values as Record<string, unknown>).map(([name, value]) => {
    const column = columnOf(table, name)
    return { column, value: isSql(value) ? value : sql.param(value, column) }
  })
  const selected = sql.join(
    named.map(({ value }) => sql`${value}`),
    sql.raw(', '),
  )
  return sql`INSERT INTO ${table} (${columnNames(...named.map(({ column }) => column))}) SELECT ${selected} ${rest}`
}

const isSql = (value: unknown): value is SQLWrapper => is(value, SQL) || (typeof value === 'object' && value !== null && 'getSQL' in value)

/** Our own words as a list in the text of a statement: with values, an index over them would not be chosen. */
export const literalList = (words: readonly string[]): SQL => sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`)

function columnOf(table: SQLiteTable, name: string): Column {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`There is no column ${name}`)
  return column
}

/** What `SET` sets, where the builder cannot say the rest of the UPDATE. */
function assignments<Table extends SQLiteTable>(table: Table, changes: Partial<Values<Table>>): SQL {
  const assigned = Object.entries(changes as Record<string, unknown>).map(([name, value]) => {
    const column = columnOf(table, name)
    return sql`${sql.identifier(column.name)} = ${isSql(value) ? value : sql.param(value, column)}`
  })
  return sql.join(assigned, sql.raw(', '))
}

/** `UPDATE table SET …`, followed by `rest`, for statements made where there is no database. */
export const updateSet = <Table extends SQLiteTable>(table: Table, changes: Partial<Values<Table>>, rest: SQL): SQL =>
  sql`UPDATE ${table} SET ${assignments(table, changes)} ${rest}`

/** The value a row would have had that met a conflict. */
export const excluded = (column: Column): SQL => sql`excluded.${sql.identifier(column.name)}`

/**
 * For the end of `insertSelect`: what becomes of the row that is there already. `where` belongs to a unique index over some of the
 * rows only.
 */
export function onConflictUpdate<Table extends SQLiteTable>(
  table: Table,
  target: readonly (keyof Values<Table> & string)[],
  changes: Partial<Values<Table>>,
  where?: SQL,
): SQL {
  const rows = where ? sql`WHERE ${where}` : sql``
  const named = columnNames(...target.map((name) => columnOf(table, name)))
  return sql`ON CONFLICT (${named}) ${rows} DO UPDATE SET ${assignments(table, changes)}`
}
