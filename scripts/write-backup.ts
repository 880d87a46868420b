import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { SqlRunner } from './sql-runner.ts'
import { readSchema } from './table-list.ts'
import { readRows } from './table-rows.ts'

/** The row counts and a hash of all rows. Two databases with the same summary have the same rows. */
export type Summary = { rows: Record<string, number>; hash: string }

type Line = { table: string; columns: string[] } | { rows: string[][] }

/** Visits the rows of all plain tables. The hash includes every name and value, in a fixed order. */
async function walkTables(runner: SqlRunner, visit: (line: Line) => Promise<void>): Promise<Summary> {
  const { tables } = await readSchema(runner)
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const visitLine = async (line: Line) => {
    hash.update(JSON.stringify(line))
    await visit(line)
  }
  for (const table of tables) {
    let count = 0
    await visitLine({ table: table.name, columns: table.columns })
    for await (const rows of readRows(runner, table)) {
      count += rows.length
      await visitLine({ rows })
    }
    counts[table.name] = count
  }
  return { rows: counts, hash: hash.digest('hex') }
}

export const summarizeDatabase = (runner: SqlRunner): Promise<Summary> => walkTables(runner, async () => undefined)

/** Writes a backup: a header, then the tables and their rows, and at the end the summary, which shows that the backup is complete. */
export async function writeBackup(runner: SqlRunner, file: string, madeAt: Date): Promise<Summary> {
  const gzip = createGzip()
  const target = gzip.pipe(createWriteStream(file, { flags: 'wx' }))
  const write = async (line: unknown) => {
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await once(gzip, 'drain')
  }
  const applied = await runner.query('SELECT name FROM d1_migrations ORDER BY id')
  await write({ format: 'gather-backup-1', madeAt: madeAt.toISOString(), migrations: applied.map(({ name }) => name) })
  const summary = await walkTables(runner, write)
  await write({ summary })
  gzip.end()
  await finished(target)
  return summary
}
