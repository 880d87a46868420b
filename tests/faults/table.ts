import type { Outcome } from './judge.ts'

const head = `# Planted faults

Mistakes that \`npm run faults\` plants in a copy of the product, and whether the tests named beside them notice.

| Fault | Layer | Tests | Caught |
| --- | --- | --- | --- |
`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const marks = { caught: 'yes', missed: '**no**', invalid: 'unknown' } as const

/** The last word on each fault of a table, however it is laid out. */
const readMarks = (table: string) =>
  new Map(
    table.split('\n').flatMap((line) => {
      const [, name, , , mark] = line.split(/(?<!\\)\|/).map((text) => text.trim())
      return name && mark ? [[name, mark] as const] : []
    }),
  )

/** Of what was not run this time, what an earlier run found stands on; a fault that is no longer in the list goes. */
export function drawTable(all: readonly Pick<Outcome, 'fault' | 'layer'>[], outcomes: readonly Outcome[], before: string): string {
  const known = readMarks(before)
  const rows = all.map(({ fault, layer }) => {
    const outcome = outcomes.find((one) => one.fault === fault)
    const mark = outcome ? marks[outcome.verdict.result] : (known.get(cell(fault.name)) ?? marks.invalid)
    const tests = fault.caughtBy.tests.map((test) => `\`${cell(test)}\``).join(', ')
    return `| ${cell(fault.name)} | ${layer} | ${tests} | ${mark} |`
  })
  return `${head}${rows.join('\n')}\n`
}
