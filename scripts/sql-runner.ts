import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { openLocalDatabase } from './local-database.ts'
import { runCommand } from './run-command.ts'

export type Row = Record<string, unknown>

/** Runs plain SQL on the local database or on the production database. */
export type SqlRunner = {
  query: (sql: string) => Promise<Row[]>
  /** Runs all statements in one transaction. */
  run: (statements: string[]) => Promise<void>
  close: () => Promise<void>
}

export const createRunner = (db: D1Database, close: () => Promise<void>): SqlRunner => ({
  query: async (sql) => (await db.prepare(sql).all<Row>()).results,
  run: async (statements) => {
    await db.batch(statements.map((statement) => db.prepare(statement)))
  },
  close,
})

/** Opens the local database and its files. */
export async function openLocal(state: string): Promise<SqlRunner & { files: R2Bucket }> {
  const { db, files, close } = await openLocalDatabase(state)
  return { ...createRunner(db, close), files }
}

const Answer = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }))

async function execute(args: string[]): Promise<unknown> {
  const { code, stdout, output } = await runCommand('wrangler', [
    'd1',
    'execute',
    'DB',
    '--config=wrangler.toml',
    '--env=production',
    '--remote',
    '--yes',
    '--json',
    ...args,
  ])
  if (code !== 0) throw new Error(output.trim())
  return JSON.parse(stdout)
}

/** Opens the production database through wrangler, which knows the Cloudflare account. */
export function openRemote(): SqlRunner {
  return {
    query: async (sql) => v.parse(Answer, await execute([`--command=${sql}`]))[0]?.results ?? [],
    run: async (statements) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'gather-sql-'))
      try {
        const file = path.join(folder, 'statements.sql')
        writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''))
        await execute([`--file=${file}`])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    close: async () => undefined,
  }
}
