import { type Column, getTableColumns, is, SQL, type SQLWrapper, sql, type TableConfig } from 'drizzle-orm'
import type { SQLiteTable, SQLiteTableWithColumns } from 'drizzle-orm/sqlite-core'

/** Lists column names without their table, as INSERT and UPDATE need them. */
export const columnNames = (...columns: readonly Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql.raw(', '),
  )

/** Builds `SELECT` of columns or SQL, each `AS` its name. `rest` follows with FROM and WHERE. */
export const selectAs = (columns: Readonly<Record<string, SQLWrapper>>, rest: SQL): SQL => {
  const entries = Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
  return sql`SELECT ${sql.join(entries, sql.raw(', '))} ${rest}`
}

/** Limits a table to the columns that other features may read. The owner of the table uses it in its `shared.ts`. */
export const expose = <Config extends TableConfig, Name extends keyof Config['columns']>(
  table: SQLiteTableWithColumns<Config>,
  ..._columns: Name[]
) => table as unknown as SQLiteTableWithColumns<Omit<Config, 'columns'> & { columns: Pick<Config['columns'], Name> }>

/** The column is one of these values. They are passed as one JSON parameter, because D1 binds at most 100. */
export const inList = (column: SQLWrapper, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

type Values<Table extends SQLiteTable> = { [Name in keyof Table['$inferInsert']]: Table['$inferInsert'][Name] | SQLWrapper }

/**
 * Builds `INSERT INTO table (…) SELECT …`. `rest` follows with FROM, WHERE and ON CONFLICT. Plain values are encoded by the schema;
 * anything the database must compute is SQL.
 */
export function insertSelect<Table extends SQLiteTable>(table: Table, values: Values<Table>, rest: SQL): SQL {
  const entries = Object.entries(values as Record<string, unknown>).map(([name, value]) => {
    const column = columnOf(table, name)
    return { column, value: isSql(value) ? value : sql.param(value, column) }
  })
  const selected = sql.join(
    entries.map(({ value }) => sql`${value}`),
    sql.raw(', '),
  )
  return sql`INSERT INTO ${table} (${columnNames(...entries.map(({ column }) => column))}) SELECT ${selected} ${rest}`
}

const isSql = (value: unknown): value is SQLWrapper => is(value, SQL) || (typeof value === 'object' && value !== null && 'getSQL' in value)

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Writes a checked word into the text of a statement, where parameters would be more than the 100 that D1 takes. */
export const literal = (text: string): SQL => sql.raw(quote(text))

/** Writes constants of our code into the text of a statement. With parameters, SQLite would not choose a partial index. */
export const literalList = (values: readonly string[]): SQL => sql.raw(`(${values.map(quote).join(', ')})`)

function columnOf(table: SQLiteTable, name: string): Column {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`There is no column ${name}`)
  return column
}

/** Builds the assignments of `SET`, for UPDATE statements that Drizzle's builder cannot write. */
function assignments<Table extends SQLiteTable>(table: Table, changes: Partial<Values<Table>>): SQL {
  const pairs = Object.entries(changes as Record<string, unknown>).map(([name, value]) => {
    const column = columnOf(table, name)
    return sql`${sql.identifier(column.name)} = ${isSql(value) ? value : sql.param(value, column)}`
  })
  return sql.join(pairs, sql.raw(', '))
}

/** Builds `UPDATE table SET …`, followed by `rest`. For functions that make statements without a database. */
export const updateSet = <Table extends SQLiteTable>(table: Table, changes: Partial<Values<Table>>, rest: SQL): SQL =>
  sql`UPDATE ${table} SET ${assignments(table, changes)} ${rest}`

/** The value of the row that could not be inserted because of a conflict. */
export const excluded = (column: Column): SQL => sql`excluded.${sql.identifier(column.name)}`

/**
 * Builds the end of `insertSelect`: how the existing row changes if there is a conflict. `where` is the condition of a partial
 * unique index.
 */
export function onConflictUpdate<Table extends SQLiteTable>(
  table: Table,
  target: readonly (keyof Values<Table> & string)[],
  changes: Partial<Values<Table>>,
  where?: SQL,
): SQL {
  const indexCondition = where ? sql`WHERE ${where}` : sql``
  const entries = columnNames(...target.map((name) => columnOf(table, name)))
  return sql`ON CONFLICT (${entries}) ${indexCondition} DO UPDATE SET ${assignments(table, changes)}`
}
