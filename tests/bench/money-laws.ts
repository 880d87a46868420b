import * as v from 'valibot'
import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'

const Report = v.object({ numPassedTests: v.number(), numFailedTests: v.number() })

export const figures: Figure[] = [
  {
    name: 'money-laws-broken',
    unit: 'of 200 random histories',
    goal: { atMost: 0 },
    gating: true,
    measure: async () => {
      const args = ['run', '--project', 'worker', 'tests/orders/money-random.test.ts', '--reporter=json', '--retry=0']
      const { stdout, output } = await runCommand('vitest', args, { env: { HISTORIES: '200' } })
      const [json] = /\{"numTotalTestSuites".*\}/s.exec(stdout) ?? []
      const { numPassedTests, numFailedTests } = v.parse(Report, JSON.parse(json ?? '{}'))
      // The test ends with the first history that breaks a law.
      if (numPassedTests + numFailedTests !== 1) throw new Error(`The random histories did not run:\n${output.slice(-1000)}`)
      return { value: numFailedTests }
    },
  },
]
