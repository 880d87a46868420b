import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node'
import { runCommand } from '../../scripts/run-command.ts'
import type { Part } from './fault.ts'
import { judgeChecks, judgePlaywright, judgeTestFiles, type TestFile, type Verdict } from './judge.ts'

export type Runner = {
  /** Runs these tests of one part in the copy. */
  run: (part: Part, tests: readonly string[]) => Promise<Verdict>
  /** Makes Vitest read a changed file again. */
  forget: (file: string) => void
  close: () => Promise<void>
}

/** Vitest starts only once for each part, and then reads only changed files again, because reading the product takes most of the time. */
export function startRunner(copy: string): Runner {
  const started = new Map<Part, Vitest>()
  let logged = ''

  async function start(part: Part): Promise<Vitest> {
    // Some settings of vitest.config.ts depend on the current folder.
    process.chdir(copy)
    const reporter: Reporter = {
      onUserConsoleLog: ({ content }) => {
        logged += content
      },
    }
    // If a screen lost something, every further test would wait for it until the timeout, so we stop at the first failure.
    const bail = part === 'components' ? 1 : 0
    const vitest = await createVitest('test', { root: copy, watch: false, project: [part], reporters: [reporter], bail })
    started.set(part, vitest)
    return vitest
  }

  async function runVitest(part: Part, tests: readonly string[]): Promise<Verdict> {
    const vitest = started.get(part) ?? (await start(part))
    logged = ''
    const specifications = await vitest.globTestSpecifications([...tests])
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    // Vitest also returns the modules of earlier runs.
    const requested = new Set(specifications.map(({ moduleId }) => moduleId))
    const files = testModules.filter(({ moduleId }) => requested.has(moduleId)).map(readModule)
    return judgeTestFiles({ files, errors: unhandledErrors.map(messageOf), logged })
  }

  return {
    run: (part, tests) => {
      if (part === 'check') return runChecks(copy, tests)
      return part === 'browser' ? runPlaywright(copy, tests) : runVitest(part, tests)
    },
    forget: (file) => {
      for (const vitest of started.values()) vitest.invalidateFile(file)
    },
    close: async () => {
      await Promise.all([...started.values()].map((vitest) => vitest.close()))
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

const readModule = (module: TestModule): TestFile => ({
  name: module.relativeModuleId,
  faults: module.errors().map(({ message }) => message),
  tests: [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    return { state, messages: errors.map(({ name, message }) => `${name}: ${message}`) }
  }),
})

const runChecks = async (copy: string, names: readonly string[]) =>
  judgeChecks((await runCommand('node', ['scripts/check.ts', ...names], { cwd: copy })).output, names)

async function runPlaywright(copy: string, tests: readonly string[]): Promise<Verdict> {
  const built = await runCommand('vite', ['build', '--logLevel=warn'], { cwd: copy, env: { CLOUDFLARE_ENV: undefined } })
  if (built.code !== 0) return { result: 'invalid', reason: 'the product could not be built' }
  const file = path.join(copy, '.cache', 'report.json')
  rmSync(file, { force: true })
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const { code } = await runCommand('playwright', ['test', ...tests, '--reporter=json', '--max-failures=1'], { cwd: copy, env })
  return judgePlaywright(code, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
}
