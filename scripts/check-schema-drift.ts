import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, root } from './environment.ts'
import { runCommand } from './run-command.ts'

const listAll = (directory: string) => readdirSync(directory, { recursive: true }).sort().join('\n')

/** Lets drizzle-kit make a migration beside the real ones: there must be nothing left to make. */
export async function findSchemaDrift(directory = root): Promise<string[]> {
  const migrations = path.join(directory, 'migrations')
  const copy = path.join(cacheDir, `schema-drift-${process.pid}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  try {
    cpSync(migrations, copy, { recursive: true })
    const before = listAll(copy)
    // It wants its folder relative to where it runs, and answers a question it cannot ask with success and a stack trace.
    const out = path.relative(directory, copy)
    const { output } = await runCommand('drizzle-kit', ['generate', '--dialect=sqlite', '--schema=./worker/*/schema.ts', `--out=${out}`], {
      cwd: directory,
    })
    if (output.includes('No schema changes') && listAll(copy) === before) return []
    const advice = 'The tables in worker/*/schema.ts are not those that migrations/ makes: npx drizzle-kit generate --name what_it_does'
    return [advice, output.trim()]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
