import * as v from 'valibot'

export type PartName = 'check' | 'build' | 'node' | 'worker' | 'browser'
export type Counts = { passed: number; failed: number; skipped: number }
export type PartResult = Counts & { name: PartName; seconds: number }

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numFailedTestSuites: v.number(),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

/** A file that could not be loaded has no failed test in it, and yet it failed. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = v.parse(VitestReport, report)
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}

/** A test that passed only when tried again is no pass. */
export function countPlaywright(report: unknown): Counts {
  const { expected, unexpected, flaky, skipped } = v.parse(PlaywrightReport, report).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/** What a part counts for: one that ended badly without saying where, or ran nothing at all, counts as a failure. */
export function judgePart(code: number, counts: Counts | undefined): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  const crashed = known.failed === 0 && (code !== 0 || known.passed === 0)
  return crashed ? { ...known, failed: 1 } : known
}

export function summarize(parts: readonly PartResult[]): { lines: string[]; failed: number } {
  const lines = parts.map(({ name, passed, failed, skipped, seconds }) => {
    const more = skipped > 0 ? `, ${skipped} skipped` : ''
    return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(8)} ${passed} passed, ${failed} failed${more} (${seconds.toFixed(1)} s)`
  })
  const passed = parts.reduce((sum, part) => sum + part.passed, 0)
  const failed = parts.reduce((sum, part) => sum + part.failed, 0)
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed }
}
