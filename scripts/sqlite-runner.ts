import { globSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SqlRunner } from './sql-runner.ts'

/** Runs SQL on a SQLite file or in memory, without the Cloudflare tools. */
export const createSqliteRunner = (database: DatabaseSync): SqlRunner => ({
  query: async (sql) => database.prepare(sql).all(),
  run: async (statements) => {
    database.exec('BEGIN')
    try {
      for (const statement of statements) database.exec(statement)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  },
  close: async () => database.close(),
})

const hasMigrations = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get() !== undefined

/** Opens the local D1 database to read it as it is now. What a running product writes later is not visible, and it never waits for us. */
export function openLocalSnapshot(state: string): SqlRunner {
  const files = globSync('v3/d1/**/*.sqlite', { cwd: state }).map((file) => path.join(state, file))
  const found = files.flatMap((file) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
    // The runtime stores files of its own next to the database.
    if (hasMigrations(database)) return [database]
    database.close()
    return []
  })
  const [database, ...others] = found
  if (!database || others.length > 0) {
    for (const one of found) one.close()
    throw new Error(`Expected one database in ${state}, but there are ${found.length}.`)
  }
  // The transaction sees the moment of its first statement that reads.
  database.exec('BEGIN')
  hasMigrations(database)
  return createSqliteRunner(database)
}
