import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { applyQuietEnvironment, cacheDir } from './environment.ts'
import { runChecks } from './run-checks.ts'
import { runCommand } from './run-command.ts'
import { type Counts, countPlaywright, countVitest, judgePart, type PartName, type PartResult, summarize } from './test-summary.ts'

applyQuietEnvironment()

const reports = path.join(cacheDir, 'reports')

async function runReported(command: string, args: string[], env: Record<string, string>, count: (report: unknown) => Counts, file: string) {
  const report = path.join(reports, file)
  rmSync(report, { force: true })
  const { code } = await runCommand(command, args, { env, show: true })
  return judgePart(code, existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined)
}

const runVitest = (project: string) => {
  const output = `--outputFile.json=${path.join(reports, `${project}.json`)}`
  const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json', output]
  return runReported('vitest', args, { NODE_ENV: 'test' }, countVitest, `${project}.json`)
}

const parts: Record<PartName, () => Promise<Counts>> = {
  check: async () => {
    const results = await runChecks()
    const failed = results.filter((result) => !result.ok).length
    return { passed: results.length - failed, failed, skipped: 0 }
  },
  build: async () => {
    const { code, output } = await runCommand('vite', ['build', '--logLevel=warn'], { env: { CLOUDFLARE_ENV: undefined } })
    if (code !== 0) console.log(output.trim())
    return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  },
  node: () => runVitest('node'),
  worker: () => runVitest('worker'),
  browser: () => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json') }
    return runReported('playwright', ['test', '--reporter=list,json'], env, countPlaywright, 'browser.json')
  },
}

const everything = Object.keys(parts) as PartName[]

function choose(args: string[]): PartName[] {
  const names = args.filter((arg) => arg !== '--soak')
  const unknown = names.find((name) => !(everything as string[]).includes(name))
  if (unknown !== undefined) {
    console.error(`There is no part called ${unknown}. Parts: ${everything.join(', ')}; --soak runs the long random tests.`)
    process.exit(2)
  }
  if (names.length > 0) return names as PartName[]
  return args.includes('--soak') ? ['build', 'node', 'worker'] : everything
}

const args = process.argv.slice(2)
const chosen = choose(args)
process.env.SOAK = args.includes('--soak') ? 'full' : 'small'
mkdirSync(reports, { recursive: true })

const results: PartResult[] = []
for (const name of chosen) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  let counts: Counts
  try {
    counts = await parts[name]()
  } catch (error) {
    console.error(error)
    counts = judgePart(1, undefined)
  }
  results.push({ name, ...counts, seconds: (performance.now() - start) / 1000 })
}

const { lines, failed } = summarize(results)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed > 0 ? 1 : 0
