import * as v from 'valibot'
import { countPlaywright } from '../../scripts/count-playwright.ts'
import type { Fault } from './fault.ts'

/** `missed`: all tests passed. `invalid`: the run proves nothing, and `reason` says why. */
export type Verdict = { result: 'caught' | 'missed' } | { result: 'invalid'; reason: string }

const invalid = (reason: string): Verdict => ({ result: 'invalid', reason })

/** Puts the fault into the text of a file. Returns null if the list is out of date: the text to replace must occur exactly once. */
export function plant(text: string, { find, replace }: Pick<Fault, 'find' | 'replace'>): string | null {
  const pieces = text.split(find)
  return find !== '' && find !== replace && pieces.length === 2 ? pieces.join(replace) : null
}

/** Code with type errors would never reach a test, so such a fault is invalid. Unused names are allowed. */
export const readTypeErrors = (output: string): string[] =>
  output.split('\n').filter((line) => /error TS\d+/.test(line) && !/error TS(6133|6192|6196|6198)\b/.test(line))

/** The results of one test file. `faults` are errors of the file itself, for example if it could not be loaded. */
export type TestFile = { name: string; faults: readonly string[]; tests: readonly { state: string; messages: readonly string[] }[] }

/** Timeouts can come from a busy machine, and broken code fails in every test. Such failures do not prove that a test found the fault. */
const unrelatedFailure = /(Test|Hook) timed out|^(SyntaxError|ReferenceError): |Failed to (load|parse|resolve)|Transform failed/m

const brokenSql = /D1_ERROR: (near \\?"|no such |ambiguous |incomplete input|unrecognized token|wrong number of)/

type VitestRun = { files: readonly TestFile[]; errors: readonly string[]; logged: string }

/** A fault is caught if a test failed in a file that could be loaded. */
export function judgeTestFiles({ files, errors, logged }: VitestRun): Verdict {
  const broken = files.find(({ faults }) => faults.length > 0)
  if (broken) return invalid(`${broken.name} could not be run: ${broken.faults.join(', ')}`)
  if (brokenSql.test(logged)) return invalid('an SQL statement is broken')
  const tests = files.flatMap((file) => file.tests)
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.some(({ messages }) => !unrelatedFailure.test(messages.join('\n')))) return { result: 'caught' }
  if (failed.length > 0) return invalid('its tests timed out or could not run')
  if (errors.length > 0) return invalid(`an error outside of the tests: ${errors.join(', ')}`)
  return tests.some(({ state }) => state === 'passed') ? { result: 'missed' } : invalid('there are no such tests')
}

const PlaywrightErrors = v.object({ errors: v.optional(v.array(v.unknown()), []) })

export function judgePlaywright(code: number, report: unknown): Verdict {
  const parsed = v.safeParse(PlaywrightErrors, report)
  if (!parsed.success) return invalid('the tests did not report')
  const { errors } = parsed.output
  const { passed, failed } = countPlaywright(report)
  // countPlaywright counts each error of the run as a failed test. One of them may only say that the run stopped after the first failure.
  if (failed > errors.length) return { result: 'caught' }
  if (errors.length > 0) return invalid('the browser tests could not start')
  if (passed === 0) return invalid('there are no such tests')
  return code === 0 ? { result: 'missed' } : invalid('the run failed, but no test did')
}

/** Reads the output of `npm run check`. A failed check has a line like `✗ lint (3.1 s)`. */
export function judgeChecks(output: string, names: readonly string[]): Verdict {
  const marks = names.map((name) => output.split('\n').find((line) => /^[✓✗] /.test(line) && line.slice(2).startsWith(`${name} (`))?.[0])
  if (marks.includes(undefined)) return invalid('there are no such checks')
  return { result: marks.includes('✗') ? 'caught' : 'missed' }
}

export type Outcome = { fault: Fault; layer: string; verdict: Verdict }

/** If the tests catch fewer faults than this share, the run fails. */
const minCaughtShare = 0.95

export function summarize(outcomes: readonly Outcome[]): { line: string; isGood: boolean } {
  const caught = outcomes.filter(({ verdict }) => verdict.result === 'caught').length
  const invalidCount = outcomes.filter(({ verdict }) => verdict.result === 'invalid').length
  return {
    line: `${caught} of ${outcomes.length} caught${invalidCount > 0 ? `, ${invalidCount} out of date or invalid` : ''}`,
    isGood: invalidCount === 0 && caught >= minCaughtShare * outcomes.length,
  }
}
