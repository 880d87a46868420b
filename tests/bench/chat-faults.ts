import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'

/** The line with the counts that the test prints. */
const printed = /chat-faults (\{.*\})/
const faultNames = [
  'lost',
  'doubled',
  'outOfOrder',
  'lostOnScreens',
  'doubledOnScreens',
  'outOfOrderOnScreens',
  'previewsMissing',
  'differentOnScreens',
]

export const figures: Figure[] = [
  {
    name: 'chat-faults',
    unit: 'messages',
    goal: { atMost: 0 },
    gating: true,
    measure: async () => {
      const { output } = await runCommand('vitest', ['run', '--project', 'worker', 'tests/messages/faults.test.ts'], {
        env: { SOAK: 'full' },
      })
      const [, counts] = printed.exec(output) ?? []
      if (counts === undefined) throw new Error(output)
      const found: Record<string, number> = JSON.parse(counts)
      return { value: faultNames.reduce((sum, name) => sum + (found[name] ?? Number.NaN), 0), notes: [counts] }
    },
  },
]
