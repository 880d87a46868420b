import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { judgeUnsteady } from './judge-unsteady.ts'

export type PartName = 'check' | 'build' | 'node' | 'worker' | 'components' | 'browser'
export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** What a person should read: tests that were skipped or passed only when tried again. */
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
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

/** A file that could not be loaded has no failed test in it, and yet it failed. A test that passed and has failures was tried again. */
export function countVitest(report: unknown, known: readonly string[]): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } = v.parse(VitestReport, report)
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites
  const unsteady = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages?.length ?? 0) > 0)
      .map(({ fullName }) => `${path.basename(name)} › ${fullName}`),
  )
  const { refused, remarks } = judgeUnsteady(unsteady, known)
  return { passed: numPassedTests - refused, failed: failed + refused, skipped: numPendingTests, remarks }
}

/** What a part counts for: one that ended badly without saying where, or ran nothing at all, counts as a failure. */
export function judgePart(code: number, counts: Counts | undefined): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const crashed = known.failed === 0 && (code !== 0 || known.passed === 0)
  return crashed ? { ...known, failed: 1 } : known
}

export function summarize(parts: readonly PartResult[]): { lines: string[]; failed: number } {
  const lines = parts.flatMap(({ name, passed, failed, skipped, seconds, remarks = [] }) => {
    const more = skipped > 0 ? `, ${skipped} skipped` : ''
    const line = `${failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${passed} passed, ${failed} failed${more} (${seconds.toFixed(1)} s)`
    return [line, ...remarks.map((remark) => `  ${remark}`)]
  })
  const sum = (of: 'passed' | 'failed' | 'skipped') => parts.reduce((total, part) => total + part[of], 0)
  const skipped = sum('skipped')
  return {
    lines: [...lines, `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`],
    failed: sum('failed'),
  }
}

const units: Record<string, number> = { ms: 0.001, s: 1, m: 60 }

/** The lines of a test run that took longest, from what Vitest says of a file and Playwright of a test. */
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
