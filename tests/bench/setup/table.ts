import { type Figure, type Goal, meetsGoal } from './figure.ts'

export type Row = { figure: Figure; value: number | null }

const formatGoal = (goal: Goal) => ('atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`)

const round = (value: number) => String(Number(value.toFixed(value < 10 ? 2 : 1)))

function verdict({ figure, value }: Row): string {
  if (value === null) return 'FAILED'
  if (!figure.goal) return ''
  if (meetsGoal(value, figure.goal)) return 'ok'
  return figure.gating ? 'MISSED' : 'missed, not gating'
}

export function drawTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.figure.name,
    row.value === null ? '-' : round(row.value),
    row.figure.unit,
    row.figure.goal ? formatGoal(row.figure.goal) : 'information',
    verdict(row),
  ])
  const table = [['figure', 'value', 'unit', 'goal', ''], ...cells]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))
  return table.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}
