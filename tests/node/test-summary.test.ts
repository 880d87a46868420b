import { describe, expect, it } from 'vitest'
import { countPlaywright } from '../../scripts/count-playwright.ts'
import { createLineWriter } from '../../scripts/line-writer.ts'
import { countVitest, findSlowest, judgePart, type PartName, summarize } from '../../scripts/test-summary.ts'

const reportOf = (...statuses: ('expected' | 'unexpected' | 'flaky' | 'skipped')[]) => ({
  errors: [],
  suites: [
    {
      title: 'join.spec.ts',
      specs: [],
      suites: [
        {
          title: 'joining',
          specs: statuses.map((status, index) => ({
            title: `test ${index}`,
            file: 'join.spec.ts',
            tests: [
              {
                ...{ projectName: 'phone', status, annotations: status === 'skipped' ? [{ type: 'skip', description: 'no camera' }] : [] },
                results:
                  status === 'flaky' || status === 'unexpected' ? [{ error: { message: 'Error: late\n\n  Timeout: 20 s' } }, {}] : [{}],
              },
            ],
          })),
        },
      ],
    },
  ],
})

describe('the counts of a run', () => {
  it('come from the report of Vitest; a file that could not be loaded is a failure', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numFailedTestSuites: 0, testResults: [] }
    expect(countVitest(report)).toEqual({ passed: 5, failed: 0, skipped: 1, unsteady: [], remarks: [] })
    expect(countVitest({ ...report, numFailedTestSuites: 2 }).failed).toBe(2)
    expect(countVitest({ ...report, numFailedTests: 3, numFailedTestSuites: 2 }).failed).toBe(3)
  })

  it('name the tests that Vitest tried again', () => {
    const report = {
      ...{ numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0 },
      testResults: [
        {
          name: '/somewhere/home.test.tsx',
          status: 'passed',
          assertionResults: [
            { fullName: 'home greets', status: 'passed', failureMessages: ['Error: late'] },
            { fullName: 'home waits', status: 'passed', failureMessages: [] },
          ],
        },
      ],
    }
    const name = 'home.test.tsx › home greets'
    expect(countVitest(report)).toEqual({ passed: 2, failed: 0, skipped: 0, unsteady: [name], remarks: [`at first: ${name}: Error: late`] })
  })

  it('name the tests that failed and the files that could not be loaded, with the first line of the error', () => {
    const report = {
      ...{ numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numFailedTestSuites: 2 },
      testResults: [
        {
          name: '/somewhere/home.test.tsx',
          status: 'failed',
          assertionResults: [{ fullName: 'home greets', status: 'failed', failureMessages: ['Error: late\n  at home.tsx'] }],
        },
        { name: '/somewhere/broken.test.ts', status: 'failed', message: 'Cannot find module\n', assertionResults: [] },
      ],
    }
    expect(countVitest(report).remarks).toEqual([
      'failed: home.test.tsx › home greets: Error: late',
      'not loaded: broken.test.ts: Cannot find module',
    ])
  })

  it('include a test that passed when it was retried as passed, and name it', () => {
    expect(countPlaywright(reportOf('expected', 'flaky', 'skipped'))).toEqual({
      passed: 2,
      failed: 0,
      skipped: 1,
      unsteady: ['join.spec.ts › test 1 [phone]'],
      remarks: [
        'at first: join.spec.ts › test 1 [phone]: Error: late · Timeout: 20 s',
        'skipped: join.spec.ts › test 2 [phone]: no camera',
      ],
    })
  })

  it('include a test that failed twice as failed', () => {
    expect(countPlaywright(reportOf('expected', 'unexpected'))).toMatchObject({
      passed: 1,
      failed: 1,
      remarks: ['failed: join.spec.ts › test 1 [phone]: Error: late · Timeout: 20 s'],
    })
  })

  describe('with unsteady tests', () => {
    const part = (name: PartName, unsteady: string[]) => ({ name, passed: 4, failed: 0, skipped: 0, seconds: 1, unsteady })

    it('passes and names them, if there are at most two in all parts together', () => {
      const { lines, failed } = summarize([part('components', ['a']), part('browser', ['b'])], [])
      expect(failed).toBe(0)
      expect(lines).toEqual(expect.arrayContaining(['  unsteady: a', '  unsteady: b', '8 passed, 0 failed']))
    })

    it('fails all of them, if there are more than two in all parts together', () => {
      const { lines, failed } = summarize([part('components', ['a']), part('browser', ['b', 'c'])], [])
      expect(failed).toBe(3)
      expect(lines.at(-1)).toBe('5 passed, 3 failed')
    })

    it('fails one that was unsteady before', () => {
      const { lines, failed } = summarize([part('components', ['a']), part('browser', ['b'])], ['b', 'z'])
      expect(failed).toBe(1)
      expect(lines).toContain('  unsteady again: b')
    })
  })

  it('include an error outside of every test as failed', () => {
    expect(countPlaywright({ ...reportOf('expected'), errors: [{ message: 'no product' }] }).failed).toBe(1)
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

  it('end with a line for all parts', () => {
    const parts = [
      { name: 'check', passed: 6, failed: 0, skipped: 0, seconds: 1 },
      { name: 'browser', passed: 10, failed: 2, skipped: 0, seconds: 2.25, remarks: ['skipped: a: no camera'] },
    ] as const
    const { lines, failed } = summarize(parts, [])
    expect(failed).toBe(2)
    expect(lines.at(-1)).toBe('16 passed, 2 failed')
    expect(lines).toContain('  skipped: a: no camera')
    expect(summarize([{ ...parts[0], skipped: 1 }], []).lines.at(-1)).toBe('6 passed, 0 failed, 1 skipped')
  })
})

describe('the output of a run', () => {
  it('contains the slowest files and tests', () => {
    const output = [
      'worker     │  \u001b[32m✓\u001b[39m worker tests/events/joining.test.ts (31 tests) 8123ms',
      'browser    │   ✓  12 [phone] › tests/e2e/home.spec.ts:9:1 › home shows the next game (1.2m)',
      'browser    │   ✓  13 [phone] › tests/e2e/ask.spec.ts:9:1 › a question (9.1s)',
      'check      │ ✓ lint (22.6 s)',
    ].join('\n')
    expect(findSlowest(output, 2)).toEqual([expect.stringContaining('home.spec.ts'), expect.stringContaining('ask.spec.ts')])
  })

  it('is split into whole lines that start with the name of their part', () => {
    const printed: string[] = []
    const { write, end } = createLineWriter('worker', (line) => printed.push(line))
    write('one\nt')
    write('wo\n\nthree')
    end()
    expect(printed).toEqual(['worker     │ one\n', 'worker     │ two\n', 'worker     │ three\n'])
  })
})
