import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'
import type { Figure } from './setup/figure.ts'
import { makeWorkFolder } from './setup/work-folder.ts'

const name = 'form-key-renders'

/** The component test that types in a form of 200 fields and 60 rules, in a real browser, notes how many fields were drawn. */
async function readRenders(): Promise<number> {
  const report = path.join(makeWorkFolder('form-renders'), 'report.json')
  const test = ['run', '--project=components', 'tests/components/form-store.test.tsx', '-t', 'draw only the fields that a key changes']
  const { code, output } = await runCommand('vitest', [...test, '--reporter=json', `--outputFile=${report}`], { cwd: root })
  if (code !== 0) throw new Error(`The component test failed:\n${output.trim()}`)
  const found = new RegExp(`"${name}":\\s*(\\d+)`).exec(readFileSync(report, 'utf8'))
  if (!found) throw new Error(`The component test did not note ${name}`)
  return Number(found[1])
}

export const figures: Figure[] = [
  {
    name,
    unit: 'fields drawn by a key',
    goal: { atMost: 3 },
    gating: true,
    measure: async () => ({ value: await readRenders(), notes: ['200 fields and 60 rules, of which one shows a field'] }),
  },
]
