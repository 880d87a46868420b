import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, root } from './environment.ts'
import { runCommand } from './run-command.ts'

const listAll = (directory: string) => readdirSync(directory, { recursive: true }).sort().join('\n')

/** Checks that the migrations match the schemas: drizzle-kit must have nothing to generate in a copy of the migrations. */
export async function findSchemaDrift(directory = root): Promise<string[]> {
  const migrations = path.join(directory, 'migrations')
  const copy = path.join(cacheDir, `schema-drift-${process.pid}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  try {
    cpSync(migrations, copy, { recursive: true })
    const before = listAll(copy)
    // drizzle-kit needs a folder relative to the working directory. When it cannot ask a question, it prints a stack trace but still
    // exits with code 0, so we also compare the files.
    const out = path.relative(directory, copy)
    const { output } = await runCommand('drizzle-kit', ['generate', '--dialect=sqlite', '--schema=./worker/*/schema.ts', `--out=${out}`], {
      cwd: directory,
    })
    if (output.includes('No schema changes') && listAll(copy) === before) return []
    const advice = 'The tables in worker/*/schema.ts differ from those in migrations/. Run: npx drizzle-kit generate --name what_it_does'
    return [advice, output.trim()]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
