import { checkImports } from './check-imports.ts'
import { findUnsafeMigrations } from './check-migrations.ts'
import { findSchemaDrift } from './check-schema-drift.ts'
import { checkTables } from './check-tables.ts'
import { root } from './environment.ts'
import { readMigrations } from './migrations.ts'
import { runCommand } from './run-command.ts'

type CheckResult = { name: string; ok: boolean; output: string; seconds: number }

async function runTool(command: string, args: string[]): Promise<string[]> {
  const { code, output } = await runCommand(command, args)
  return code === 0 ? [] : [output.trim() || `${command} ended with code ${code}`]
}

/** Each check returns a list of problems. An empty list means success. */
const checks: Record<string, () => Promise<string[]> | string[]> = {
  types: () => runTool('tsc', ['-b', '--pretty', 'false']),
  lint: () => runTool('biome', ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50']),
  imports: () => checkImports(root),
  'tables in SQL': () => checkTables(root),
  'dead code': () => runTool('knip', ['--no-progress']),
  // Code that only tests use is also dead code. The configuration allows the code of communities that has no pages yet.
  'dead code except for tests': () => runTool('knip', ['--production', '--config', 'knip.production.json', '--no-progress']),
  migrations: () => findUnsafeMigrations(readMigrations()),
  'schema drift': () => findSchemaDrift(),
}

async function runCheck(name: string, check: () => Promise<string[]> | string[]): Promise<CheckResult> {
  const start = performance.now()
  let faults: string[]
  try {
    faults = await check()
  } catch (error) {
    faults = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
  return { name, ok: faults.length === 0, output: faults.join('\n'), seconds: (performance.now() - start) / 1000 }
}

type Options = { names?: readonly string[]; report?: (line: string) => void }

/** Runs these checks, or all checks without `names`. It continues if one fails, and reports each result as soon as it is there. */
export async function runChecks({ names = Object.keys(checks), report = console.log }: Options = {}): Promise<CheckResult[]> {
  return Promise.all(
    names.map(async (name) => {
      const check = checks[name]
      if (!check) throw new Error(`There is no check "${name}". The checks are: ${Object.keys(checks).join(', ')}.`)
      const result = await runCheck(name, check)
      report(`${result.ok ? '✓' : '✗'} ${name} (${result.seconds.toFixed(1)} s)`)
      if (!result.ok) report(result.output)
      return result
    }),
  )
}
