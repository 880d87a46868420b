import { describe, expect, it } from 'vitest'
import type { Fault } from '../faults/fault.ts'
import { judgeChecks, judgePlaywright, judgeTestFiles, type Outcome, plant, readTypeErrors, summarize } from '../faults/judge.ts'
import { drawTable } from '../faults/table.ts'

describe('A planted fault', () => {
  it.each([
    ['replaces its text', 'a > b', { find: '>', replace: '>=' }, 'a >= b'],
    ['is out of date if its text no longer exists', 'a < b', { find: '>', replace: '>=' }, null],
    ['is out of date if its text exists twice', 'a > b > c', { find: '>', replace: '>=' }, null],
    ['is invalid if it changes nothing', 'a > b', { find: '>', replace: '>' }, null],
    ['may contain the special characters of replace()', 'cost: $1', { find: '$1', replace: "$&$'" }, "cost: $&$'"],
  ])('%s', (_, text, fault, expected) => expect(plant(text, fault)).toBe(expected))

  it('is invalid if the code does not compile, except for unused names', () => {
    const errors = [
      "a.ts(1,1): error TS6133: 'x' is declared but its value is never read.",
      "a.ts(2,2): error TS2304: Cannot find name 'y'.",
    ]
    expect(readTypeErrors(errors.join('\n'))).toEqual(errors.slice(1))
    expect(readTypeErrors('')).toEqual([])
  })
})

describe('A run of tests', () => {
  const passed = { state: 'passed', messages: [] }
  const failed = (message: string) => ({ state: 'failed', messages: [message] })
  const judge = (tests: { state: string; messages: string[] }[], more: Partial<Parameters<typeof judgeTestFiles>[0]> = {}) =>
    judgeTestFiles({ files: [{ name: 'a.test.ts', faults: [], tests }], errors: [], logged: '', ...more }).result

  it('has caught the fault if a test failed, and missed it if all passed', () => {
    expect(judge([passed, failed('AssertionError: expected 1 to be 2')])).toBe('caught')
    expect(judge([failed('TypeError: x is undefined'), failed('Error: Test timed out in 20000ms.')])).toBe('caught')
    expect(judge([passed, { state: 'skipped', messages: [] }])).toBe('missed')
  })

  it.each([
    ['a file could not be loaded', judge([], { files: [{ name: 'a', faults: ['Unexpected token'], tests: [failed('x')] }] })],
    ['nothing ran', judge([])],
    ['it was only slow', judge([failed('Error: Test timed out in 20000ms.')])],
    ['the code could not be read', judge([failed('SyntaxError: Unexpected token')])],
    ['a name is not known', judge([failed('ReferenceError: x is not defined')])],
    ['a statement could not be read', judge([failed('AssertionError: x')], { logged: '"cause":"D1_ERROR: near \\"AND\\": syntax error"' })],
    ['something broke outside of the tests', judge([passed], { errors: ['Error: lost'] })],
  ])('is invalid if %s', (_, result) => expect(result).toBe('invalid'))

  it('in the browser is judged by the report of Playwright', () => {
    const report = (statuses: string[], errors: object[] = []) => ({
      suites: [
        {
          title: 'a.spec.ts',
          specs: statuses.map((status) => ({
            title: 'a',
            file: 'a.spec.ts',
            tests: [{ projectName: 'desktop', status, annotations: [] }],
          })),
        },
      ],
      errors,
    })
    expect(judgePlaywright(1, report(['expected', 'unexpected'])).result).toBe('caught')
    expect(judgePlaywright(1, report(['unexpected'], [{ message: 'Testing stopped early' }])).result).toBe('caught')
    expect(judgePlaywright(0, report(['expected'])).result).toBe('missed')
    expect(judgePlaywright(1, report([], [{ message: 'no server' }])).result).toBe('invalid')
    expect(judgePlaywright(1, undefined).result).toBe('invalid')
  })

  it('of the checks is judged by the named checks', () => {
    const output = '✓ types (1.0 s)\n✗ lint (3.1 s)\nsome words\n✓ dead code (2.0 s)'
    expect(judgeChecks(output, ['lint']).result).toBe('caught')
    expect(judgeChecks(output, ['types', 'dead code']).result).toBe('missed')
    expect(judgeChecks(output, ['spelling']).result).toBe('invalid')
  })
})

const fault = (name: string): Fault => ({
  name,
  file: 'a.ts',
  find: 'a',
  replace: 'b',
  caughtBy: { part: 'worker', tests: ['tests/a.test.ts'] },
})
const outcome = (name: string, result: 'caught' | 'missed' | 'invalid'): Outcome => ({
  fault: fault(name),
  layer: 'worker',
  verdict: result === 'invalid' ? { result, reason: 'why' } : { result },
})

describe('The outcome', () => {
  const outcomes = (caught: number, missed: number, invalid = 0) => [
    ...Array.from({ length: caught }, (_, index) => outcome(`c${index}`, 'caught')),
    ...Array.from({ length: missed }, (_, index) => outcome(`m${index}`, 'missed')),
    ...Array.from({ length: invalid }, (_, index) => outcome(`i${index}`, 'invalid')),
  ]

  it('is good if 95 of 100 faults are caught and the list is up to date', () => {
    expect(summarize(outcomes(95, 5))).toEqual({ line: '95 of 100 caught', isGood: true })
    expect(summarize(outcomes(94, 6)).isGood).toBe(false)
    expect(summarize(outcomes(99, 0, 1))).toEqual({ line: '99 of 100 caught, 1 out of date or invalid', isGood: false })
  })

  it('is written to the table, which keeps faults that did not run and drops faults that no longer exist', () => {
    const all = [outcome('One | two', 'caught'), outcome('Three', 'missed'), outcome('New', 'caught')]
    const earlier = [...all.slice(0, 2), outcome('Gone', 'caught')]
    const before = drawTable(earlier, earlier, '')
    expect(before.split('\n').slice(6)).toEqual([
      '| One \\| two | worker | `tests/a.test.ts` | yes |',
      '| Three | worker | `tests/a.test.ts` | **no** |',
      expect.stringContaining('| Gone |'),
      '',
    ])
    const [, third] = all as [Outcome, Outcome]
    const laidOut = before.replaceAll(' |', '    |')
    const after = drawTable(all, [{ ...third, verdict: { result: 'caught' } }], laidOut)
    expect(after.split('\n').slice(6)).toEqual([
      '| One \\| two | worker | `tests/a.test.ts` | yes |',
      '| Three | worker | `tests/a.test.ts` | yes |',
      '| New | worker | `tests/a.test.ts` | unknown |',
      '',
    ])
  })
})
