import type { Outcome } from './judge.ts'

const head = `# Planted faults

Mistakes that \`npm run faults\` plants in a copy of the product, and whether the listed tests catch them.

| Fault | Layer | Tests | Caught |
| --- | --- | --- | --- |
`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const marks = { caught: 'yes', missed: '**no**', invalid: 'unknown' } as const

/** Reads the last column for each fault of an existing table, with any column widths. */
const readMarks = (table: string) =>
  new Map(
    table.split('\n').flatMap((line) => {
      const [, name, , , mark] = line.split(/(?<!\\)\|/).map((text) => text.trim())
      return name && mark ? [[name, mark] as const] : []
    }),
  )

/** Faults that were not run this time keep their earlier result. Faults that are no longer in the lists are removed. */
export function drawTable(all: readonly Pick<Outcome, 'fault' | 'layer'>[], outcomes: readonly Outcome[], before: string): string {
  const earlierMarks = readMarks(before)
  const rows = all.map(({ fault, layer }) => {
    const outcome = outcomes.find((one) => one.fault === fault)
    const mark = outcome ? marks[outcome.verdict.result] : (earlierMarks.get(cell(fault.name)) ?? marks.invalid)
    const tests = fault.caughtBy.tests.map((test) => `\`${cell(test)}\``).join(', ')
    return `| ${cell(fault.name)} | ${layer} | ${tests} | ${mark} |`
  })
  return `${head}${rows.join('\n')}\n`
}
