import * as v from 'valibot'
import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'
import { once } from './setup/shared.ts'

const Test = v.object({ meta: v.object({ ledgerDifference: v.optional(v.number()) }) })
const Report = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(v.object({ assertionResults: v.array(Test) })),
})

/** Plays random histories. `difference` is the largest one between the books and the balance at Stripe. */
export const playHistories = once(async () => {
  const args = ['run', '--project', 'worker', 'tests/orders/money-random.test.ts', '--reporter=json', '--retry=0']
  const { stdout, output } = await runCommand('vitest', args, { env: { HISTORIES: '200' } })
  const [json] = /\{"numTotalTestSuites".*\}/s.exec(stdout) ?? []
  const { numPassedTests, numFailedTests, testResults } = v.parse(Report, JSON.parse(json ?? '{}'))
  const [difference] = testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta.ledgerDifference ?? []))
  // The test ends with the first history that breaks a law.
  if (numPassedTests + numFailedTests !== 1 || difference === undefined)
    throw new Error(`The random histories did not run:\n${output.slice(-1000)}`)
  return { broken: numFailedTests, difference }
})

export const figures: Figure[] = [
  {
    name: 'money-laws-broken',
    unit: 'of 200 random histories',
    goal: { atMost: 0 },
    gating: true,
    measure: async () => (await playHistories()).broken,
  },
]
