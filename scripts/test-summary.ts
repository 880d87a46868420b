import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { refuseUnsteady } from './refuse-unsteady.ts'

export type PartName = 'check' | 'build' | 'node' | 'worker' | 'components' | 'browser'
export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** The names of tests that failed and passed when they were tried again. They count as passed. */
  unsteady?: readonly string[]
  /** Lines that are shown with the result: failed tests and their errors, and skipped tests and the reasons. */
  remarks?: readonly string[]
}
export type PartResult = Counts & { name: PartName; seconds: number }

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numFailedTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string()),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

/**
 * Counts a file that could not be loaded as a failure, although none of its tests failed. A passed test with failure messages was
 * retried.
 */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } = v.parse(VitestReport, report)
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: `${path.basename(name)} › ${fullName}`,
      status,
      failures: failureMessages ?? [],
    })),
  )
  const retried = tests.filter(({ status, failures }) => status === 'passed' && failures.length > 0)
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  const remarks = [
    ...tests.filter(({ status }) => status === 'failed').map(({ name, failures }) => `failed: ${name}: ${shortenError(failures[0])}`),
    ...retried.map(({ name, failures }) => `at first: ${name}: ${shortenError(failures[0])}`),
    ...unloaded.map(({ name, message }) => `not loaded: ${path.basename(name)}: ${shortenError(message)}`),
  ]
  return { passed: numPassedTests, failed, skipped: numPendingTests, unsteady: retried.map(({ name }) => name), remarks }
}

/** The first lines of an error, without its stack, as one line. */
export const shortenError = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, 4)
    .join(' · ')
    .slice(0, 400)

/** Counts one failure for a part that crashed without a failed test, or that ran no tests at all. */
export function judgePart(code: number, counts: Counts | undefined): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const crashed = known.failed === 0 && (code !== 0 || known.passed === 0)
  return crashed ? { ...known, failed: 1 } : known
}

/** Sums up a run. `known` lists the tests that were unsteady in an earlier run. */
export function summarize(results: readonly PartResult[], known: readonly string[]): { lines: string[]; failed: number } {
  const allUnsteady = results.flatMap(({ unsteady = [] }) => unsteady)
  const refused = new Set(refuseUnsteady(allUnsteady, known))
  const parts = results.map(({ unsteady = [], remarks = [], ...part }) => {
    const refusedHere = unsteady.filter((name) => refused.has(name)).length
    const unsteadyLines = unsteady.map((name) => `unsteady${known.includes(name) ? ' again' : ''}: ${name}`)
    return { ...part, passed: part.passed - refusedHere, failed: part.failed + refusedHere, remarks: [...unsteadyLines, ...remarks] }
  })
  const lines = parts.flatMap(({ name, passed, failed, skipped, seconds, remarks }) => {
    const more = skipped > 0 ? `, ${skipped} skipped` : ''
    const line = `${failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${passed} passed, ${failed} failed${more} (${seconds.toFixed(1)} s)`
    return [line, ...remarks.map((remark) => `  ${remark}`)]
  })
  const sum = (count: 'passed' | 'failed' | 'skipped') => parts.reduce((total, part) => total + part[count], 0)
  const skipped = sum('skipped')
  return {
    lines: [...lines, `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`],
    failed: sum('failed'),
  }
}

const units: Record<string, number> = { ms: 0.001, s: 1, m: 60 }

/** Finds the slowest test files of Vitest and the slowest tests of Playwright in the output of a run. */
export function findSlowest(output: string, count: number): string[] {
  const timed = stripVTControlCharacters(output)
    .split('\n')
    .flatMap((line) => {
      const [, amount, unit = ''] = /\.(?:test|spec)\.tsx?\b.* \(?([\d.]+)(ms|s|m)\)?\s*$/.exec(line) ?? []
      return amount === undefined ? [] : [{ line: line.trim(), seconds: Number(amount) * (units[unit] ?? 0) }]
    })
  return timed
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ line }) => line)
}
