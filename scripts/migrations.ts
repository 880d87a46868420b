import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'
import { root } from './environment.ts'

export type Migration = { name: string; sql: string }

/** The migrations of this checkout, in order. */
export function readMigrations(directory = path.join(root, 'migrations')): Migration[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(path.join(directory, name), 'utf8') }))
}

// The table that wrangler uses, so that `wrangler d1 migrations` and this script agree on which migrations are applied.
export const migrationsTable = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`

async function listAppliedMigrations(db: D1Database): Promise<string[]> {
  await db.prepare(migrationsTable).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id').all<{ name: string }>()
  return results.map((row) => row.name)
}

/** Applies the missing migrations, each in one transaction. Returns their names. */
export async function applyMigrations(db: D1Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied = await listAppliedMigrations(db)
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new UnknownMigrationsError(unknown)
  const missing = migrations.filter((migration) => !applied.includes(migration.name))
  for (const { name, sql } of missing) {
    const statements = splitSql(sql).map((statement) => db.prepare(statement))
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)])
  }
  return missing.map((migration) => migration.name)
}

/** The database has migrations that this checkout does not have. They may come from another branch, or a file was renamed. */
export class UnknownMigrationsError extends Error {
  override readonly name = 'UnknownMigrationsError'

  constructor(names: string[]) {
    super(`The database has migrations that this checkout does not have: ${names.join(', ')}.`)
  }
}
