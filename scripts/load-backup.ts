import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { unstable_splitSqlQuery as splitSql } from 'wrangler'
import { type Migration, migrationsTable } from './migrations.ts'
import type { SqlRunner } from './sql-runner.ts'
import { quoteName, readSchema } from './table-list.ts'
import { type Summary, summarizeDatabase } from './write-backup.ts'

const Head = v.object({ format: v.literal('gather-backup-1'), madeAt: v.string(), migrations: v.array(v.string()) })
const Line = v.union([
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ rows: v.array(v.array(v.string())) }),
  v.object({ summary: v.object({ rows: v.record(v.string(), v.number()), hash: v.string() }) }),
])

type Backup = { migrations: string[]; inserts: string[]; summary: Summary }

/** D1 accepts statements of up to 100 kB. */
const maxStatementBytes = 90_000

/** Reads a whole backup. An incomplete backup has no summary, so it is refused before anything is changed. */
export function readBackup(file: string): Backup {
  const [first = '', ...rest] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const { migrations } = v.parse(Head, JSON.parse(first))
  const inserts: string[] = []
  let insertPrefix = ''
  let summary: Summary | undefined
  for (const text of rest) {
    const line = v.parse(Line, JSON.parse(text))
    if ('table' in line) insertPrefix = `INSERT INTO ${quoteName(line.table)} (${line.columns.map(quoteName).join(', ')}) VALUES `
    else if ('rows' in line) inserts.push(...packRows(insertPrefix, line.rows))
    else summary = line.summary
  }
  if (!summary) throw new Error(`${file} is incomplete: its end is missing.`)
  return { migrations, inserts, summary }
}

function packRows(insertPrefix: string, rows: string[][]): string[] {
  const statements: string[] = []
  let tuples: string[] = []
  let size = 0
  const finish = () => {
    if (tuples.length > 0) statements.push(insertPrefix + tuples.join(','))
    tuples = []
    size = 0
  }
  for (const row of rows) {
    const tuple = `(${row.join(',')})`
    const bytes = Buffer.byteLength(tuple)
    if (size + bytes > maxStatementBytes) finish()
    tuples.push(tuple)
    size += bytes + 1
  }
  finish()
  return statements
}

async function applyNamedMigrations(runner: SqlRunner, migrations: readonly Migration[], names: readonly string[]): Promise<void> {
  await runner.run([migrationsTable])
  const applied = (await runner.query('SELECT name FROM d1_migrations')).map(({ name }) => name)
  for (const name of names.filter((candidate) => !applied.includes(candidate))) {
    const migration = migrations.find((candidate) => candidate.name === name)
    if (!migration) throw new Error(`The backup needs the migration ${name}, which this checkout does not have.`)
    await runner.run([...splitSql(migration.sql), `INSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}')`])
  }
}

async function countRows(runner: SqlRunner): Promise<number> {
  const { tables } = await readSchema(runner)
  let count = 0
  for (const { name } of tables) count += (await runner.query(`SELECT 1 FROM ${quoteName(name)} LIMIT 1`)).length
  return count
}

export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError'
}

/**
 * Restores a backup: creates the tables as they were, inserts the rows, rebuilds the search indexes, and compares the result with
 * the summary of the backup. After that, it applies the migrations that are newer than the backup.
 */
export async function loadBackup(
  runner: SqlRunner,
  backup: Backup,
  migrations: readonly Migration[],
  { force = false }: { force?: boolean } = {},
): Promise<Summary> {
  if (!force && (await countRows(runner)) > 0) throw new NotEmptyError('The database is not empty.')
  await applyNamedMigrations(runner, migrations, backup.migrations)
  const { tables, searchIndexes, triggers } = await readSchema(runner)
  await runner.run([
    'PRAGMA defer_foreign_keys = on',
    // The backup already contains the results of the triggers, so they must not run again.
    ...triggers.map(({ name }) => `DROP TRIGGER ${quoteName(name)}`),
    // The backup also contains the rows that the migrations have inserted, in their newest state.
    ...tables.map(({ name }) => `DELETE FROM ${quoteName(name)}`),
    ...backup.inserts,
    ...searchIndexes.map((name) => `INSERT INTO ${quoteName(name)} (${quoteName(name)}) VALUES ('rebuild')`),
    ...triggers.map(({ sql }) => sql),
  ])
  const summary = await summarizeDatabase(runner)
  if (summary.hash !== backup.summary.hash)
    throw new Error('The restored rows differ from those of the backup. Was the database created with newer migrations?')
  await applyNamedMigrations(
    runner,
    migrations,
    migrations.map(({ name }) => name),
  )
  return summary
}
