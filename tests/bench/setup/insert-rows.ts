export const rowsAtOnce = 500

/** Inserts rows with these columns. All others that must have a value get 0, or an empty text. */
export async function insertRows(db: D1Database, table: string, rows: readonly Record<string, string | number>[]): Promise<void> {
  const { results } = await db
    .prepare(`SELECT name, type, "notnull" AS needed, dflt_value AS standard FROM pragma_table_info('${table}')`)
    .all()
  const names = Object.keys(rows[0] ?? {})
  const columns = results.filter(({ name, needed, standard }) => names.includes(String(name)) || (needed === 1 && standard === null))
  const values = columns.map(({ name, type }) =>
    names.includes(String(name)) ? `value->>'${name}'` : type === 'TEXT' || type === 'text' ? "''" : '0',
  )
  const statement = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .prepare(statement)
      .bind(JSON.stringify(rows.slice(from, from + rowsAtOnce)))
      .run()
}
