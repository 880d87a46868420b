import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, judgePart, summarize } from '../../scripts/test-summary.ts'

describe('the counts of a run', () => {
  it('takes what vitest reports, and a file that could not be loaded as a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numFailedTestSuites: 0 }
    expect(countVitest(report)).toEqual({ passed: 5, failed: 0, skipped: 1 })
    expect(countVitest({ ...report, numFailedTestSuites: 2 }).failed).toBe(2)
    expect(countVitest({ ...report, numFailedTests: 3, numFailedTestSuites: 2 }).failed).toBe(3)
  })

  it('takes what Playwright reports, and no second chances', () => {
    expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  it.each([
    [0, { passed: 3, failed: 0, skipped: 0 }, 0],
    [1, { passed: 3, failed: 2, skipped: 0 }, 2],
    // Ended badly after all tests passed, for instance by an error outside of them.
    [1, { passed: 3, failed: 0, skipped: 0 }, 1],
    // Crashed before it could report.
    [1, undefined, 1],
    [0, undefined, 1],
    // Found no tests at all.
    [0, { passed: 0, failed: 0, skipped: 0 }, 1],
  ])('exit code %i with %j counts %i failures', (code, counts, failed) => {
    expect(judgePart(code, counts).failed).toBe(failed)
  })

  it('ends with the line that is asked for', () => {
    const { lines, failed } = summarize([
      { name: 'check', passed: 6, failed: 0, skipped: 0, seconds: 1 },
      { name: 'worker', passed: 10, failed: 2, skipped: 1, seconds: 2.25 },
    ])
    expect(failed).toBe(2)
    expect(lines.at(-1)).toBe('16 passed, 2 failed')
    expect(lines[1]).toContain('10 passed, 2 failed, 1 skipped')
  })
})
