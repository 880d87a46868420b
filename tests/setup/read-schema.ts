import { DatabaseSync } from 'node:sqlite'
import type { D1Migration } from '@cloudflare/vitest-pool-workers'

type Part = { name: string; sql: string }

/**
 * What all migrations together create, as statements. Each test file begins with an empty database, and one batch of these is ten times faster
 * than all migrations one after the other. `tests/node/migrations.test.ts` and each start of the product apply the migrations themselves.
 */
export function readSchema(migrations: readonly D1Migration[]): string[] {
  const database = new DatabaseSync(':memory:')
  for (const { queries } of migrations) for (const query of queries) database.exec(query)
  const list = (type: string) =>
    database
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      .all(type) as Part[]
  const tables = list('table')
  const filled = tables.find(({ name }) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined)
  if (filled) throw new Error(`The migrations put rows into the empty table ${filled.name}, and the tests would not have them.`)
  const parts = [...tables, ...['index', 'view', 'trigger'].flatMap(list)]
  database.close()
  return parts.map(({ sql }) => sql)
}
