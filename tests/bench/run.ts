import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyQuietEnvironment, root } from '../../scripts/environment.ts'
import { type Figure, meetsGoal, type Result } from './setup/figure.ts'
import { cleanUpAll } from './setup/shared.ts'
import { drawTable, type Row } from './setup/table.ts'

applyQuietEnvironment()

/** Loads the figures of every file in this folder. A new file is found automatically. */
async function loadFigures(): Promise<Figure[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== path.basename(import.meta.filename))
  const modules: { figures: Figure[] }[] = await Promise.all(files.sort().map((file) => import(`./${file}`)))
  return modules.flatMap(({ figures }) => figures)
}

/** If something that several figures share fails, they all fail with the same error. We print it once. */
const printedErrors = new Set<unknown>()

async function measureFigure(figure: Figure, notes: string[]): Promise<number | null> {
  const start = performance.now()
  try {
    const measured = await figure.measure()
    const { value, notes: more = [] } = typeof measured === 'number' ? { value: measured } : measured
    if (!Number.isFinite(value)) throw new Error(`${value} is not a number.`)
    notes.push(...more.map((line) => `${figure.name}: ${line}`))
    console.log(`· ${figure.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
    return value
  } catch (error) {
    console.error(`✗ ${figure.name} could not be measured${printedErrors.has(error) ? ', for the same reason' : ''}`)
    if (!printedErrors.has(error)) console.error(error)
    printedErrors.add(error)
    return null
  }
}

const nameParts = process.argv.slice(2)
const figures = (await loadFigures()).filter(({ name }) => nameParts.length === 0 || nameParts.some((part) => name.includes(part)))
if (figures.length === 0) {
  console.error(`No figure's name contains ${nameParts.join(' or ')}.`)
  process.exit(2)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUpAll().finally(() => process.exit(130)))

const rows: Row[] = []
const notes: string[] = []
try {
  for (const figure of figures) rows.push({ figure, value: await measureFigure(figure, notes) })
} finally {
  await cleanUpAll()
}

const results = rows.map(
  ({ figure: { name, unit, goal }, value }): Result => ({
    name,
    value,
    unit,
    goal: goal ?? null,
    ok: value !== null && meetsGoal(value, goal),
  }),
)
writeFileSync(path.join(root, 'bench-results.json'), `${JSON.stringify(results, null, 2)}\n`)

console.log(`\n${[...notes, '', drawTable(rows)].join('\n')}`)
const missed = rows.filter(({ figure, value }) => value === null || (figure.gating && !meetsGoal(value, figure.goal)))
if (missed.length > 0) console.log(`\nNot good enough: ${missed.map(({ figure }) => figure.name).join(', ')}`)
process.exit(missed.length > 0 ? 1 : 0)
