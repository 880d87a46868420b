import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { countPlaywright } from './count-playwright.ts'
import { cacheDir, root } from './environment.ts'
import { installBrowser } from './install-browser.ts'
import { runChecks } from './run-checks.ts'
import { runCommand } from './run-command.ts'
import { type Counts, countVitest, judgePart, type PartName } from './test-summary.ts'

/** The options of one part: `show` receives its output, and `signal` stops it early. */
export type Run = { show: (text: string) => void; signal: AbortSignal }

const reports = path.join(cacheDir, 'reports')

async function runReported(
  command: string,
  args: string[],
  env: Record<string, string>,
  count: (report: unknown) => Counts,
  file: string,
  run: Run,
) {
  mkdirSync(reports, { recursive: true })
  const report = path.join(reports, file)
  rmSync(report, { force: true })
  const { code } = await runCommand(command, args, { env, ...run })
  return judgePart(code, existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined)
}

/** Reads the tests that were unsteady in an earlier run. If they are unsteady again, they fail. */
export const readUnsteady = () => v.parse(v.array(v.string()), JSON.parse(readFileSync(path.join(root, 'tests/unsteady.json'), 'utf8')))

const runVitest =
  (project: string, mode: 'test' | 'production' = 'test') =>
  (run: Run) => {
    const output = `--outputFile.json=${path.join(reports, `${project}.json`)}`
    const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json', output]
    return runReported('vitest', args, { NODE_ENV: mode }, countVitest, `${project}.json`, run)
  }

export const parts: Record<PartName, (run: Run) => Promise<Counts>> = {
  check: async ({ show }) => {
    const results = await runChecks({ report: (line) => show(`${line}\n`) })
    const failed = results.filter((result) => !result.ok).length
    return { passed: results.length - failed, failed, skipped: 0 }
  },
  build: async ({ show, signal }) => {
    const { code, output } = await runCommand('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: undefined }, signal })
    if (code !== 0) show(output)
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  },
  node: runVitest('node'),
  worker: runVitest('worker'),
  components: async (run) => {
    await installBrowser()
    // With the React that people use, the tests take half of the time. `npx vitest --project=components` shows its warnings too.
    return runVitest('components', 'production')(run)
  },
  browser: async (run) => {
    await installBrowser()
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json') }
    return runReported('playwright', ['test', '--reporter=list,json'], env, countPlaywright, 'browser.json', run)
  },
}
