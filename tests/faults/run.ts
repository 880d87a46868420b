import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyQuietEnvironment, root } from '../../scripts/environment.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { makeCopy } from './copy.ts'
import type { Fault, Part } from './fault.ts'
import { type Outcome, plant, readTypeErrors, summarize, type Verdict } from './judge.ts'
import { startRunner } from './run-tests.ts'
import { drawTable } from './table.ts'

applyQuietEnvironment()

type ListedFault = Pick<Outcome, 'fault' | 'layer'>

/** Loads all lists in this folder. A new list is found by its file name. */
async function loadFaults(): Promise<ListedFault[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-faults.ts'))
  const modules: { faults: readonly Fault[] }[] = await Promise.all(files.sort().map((file) => import(`./${file}`)))
  return modules.flatMap(({ faults }, index) => faults.map((fault) => ({ fault, layer: files[index]?.replace('-faults.ts', '') ?? '' })))
}

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const all = await loadFaults()
const chosen = all.filter(({ fault, layer }) => {
  const text = `${layer} ${fault.name} ${fault.file}`.toLowerCase()
  return words.length === 0 || words.some((word) => text.includes(word))
})
if (chosen.length === 0) {
  console.error(`No fault matches ${words.join(' or ')}.`)
  process.exit(2)
}

const copy = makeCopy()
const runner = startRunner(copy)

/** Finds tests that fail without a fault. All tests of a part run together first. If that run fails, each set of tests runs alone. */
async function findRedSets(): Promise<Set<readonly string[]>> {
  const red = new Set<readonly string[]>()
  for (const [part, listed] of Map.groupBy(chosen, ({ fault }) => fault.caughtBy.part)) {
    const sets = listed.map(({ fault }) => fault.caughtBy.tests)
    if (await isGreen(part, [...new Set(sets.flat())])) continue
    const known = new Map<string, boolean>()
    for (const tests of sets) {
      const key = tests.join()
      const isFine = known.get(key) ?? (await isGreen(part, tests))
      known.set(key, isFine)
      if (!isFine) red.add(tests)
    }
  }
  return red
}

const isGreen = async (part: Part, tests: readonly string[]) => (await runner.run(part, tests)).result === 'missed'

const fileOf = ({ file }: Fault) => path.join(copy, file)
const textOf = (fault: Fault) => (existsSync(fileOf(fault)) ? readFileSync(fileOf(fault), 'utf8') : '')

/** Plants these faults in the copy, at most one in each file, calls `act`, and removes them again. */
async function withFaults<Result>(faults: readonly Fault[], act: () => Promise<Result>): Promise<Result> {
  const before = faults.map((fault) => [fault, textOf(fault)] as const)
  const write = (fault: Fault, text: string) => {
    writeFileSync(fileOf(fault), text)
    runner.forget(fileOf(fault))
  }
  try {
    for (const [fault, text] of before) write(fault, plant(text, fault) ?? text)
    return await act()
  } finally {
    for (const [fault, text] of before) write(fault, text)
  }
}

async function findTypeErrors(): Promise<string[]> {
  const { output } = await runCommand('tsc', ['-b', '--pretty', 'false'], { cwd: copy })
  return readTypeErrors(output)
}

/** Finds the faults with type errors. All are checked together first, and then in halves if there is an error. */
async function findTypeErrorsByFault(faults: readonly Fault[]): Promise<Map<Fault, string>> {
  if (faults.length === 0) return new Map()
  const [error] = await withFaults(faults, findTypeErrors)
  if (error === undefined) return new Map()
  const [fault] = faults
  if (fault && faults.length === 1) return new Map([[fault, error]])
  const half = Math.ceil(faults.length / 2)
  return new Map([...(await findTypeErrorsByFault(faults.slice(0, half))), ...(await findTypeErrorsByFault(faults.slice(half)))])
}

/** The first fault of each file, then the second of each, and so on. */
const splitIntoRounds = (faults: readonly Fault[]): Fault[][] => {
  const files = [...Map.groupBy(faults, ({ file }) => file).values()]
  const rounds = Math.max(0, ...files.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => files.flatMap((faultsOfFile) => faultsOfFile[round] ?? []))
}

const marks = { caught: '✓', missed: '✗', invalid: '?' } as const
const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const startedAt = performance.now()
const invalid = new Map<Fault, string>()
for (const { fault } of chosen)
  if (plant(textOf(fault), fault) === null) invalid.set(fault, `its text does not occur exactly once in ${fault.file}`)
const compiled = chosen.map(({ fault }) => fault).filter((fault) => !invalid.has(fault) && fault.caughtBy.part !== 'check')
for (const round of splitIntoRounds(compiled)) for (const [fault, error] of await findTypeErrorsByFault(round)) invalid.set(fault, error)
console.log(`· checked the types of the faults (${seconds(startedAt)})`)
const red = await findRedSets()
console.log(`· ran the tests without faults (${seconds(startedAt)})`)

async function judge(fault: Fault): Promise<Verdict> {
  const { part, tests } = fault.caughtBy
  const reason = invalid.get(fault) ?? (red.has(tests) ? 'its tests also fail without it' : undefined)
  return reason === undefined ? withFaults([fault], () => runner.run(part, tests)) : { result: 'invalid', reason }
}

const outcomes: Outcome[] = []
for (const { fault, layer } of chosen) {
  const start = performance.now()
  const verdict = await judge(fault)
  outcomes.push({ fault, layer, verdict })
  const reason = verdict.result === 'invalid' ? `: ${verdict.reason}` : ''
  console.log(`${marks[verdict.result]} ${layer}: ${fault.name}${reason} (${seconds(start)})`)
}

/** Runs the last tests again without a fault, to prove that no fault has changed the results of later tests in this process. */
const last = outcomes.findLast(({ verdict }) => verdict.result === 'caught')?.fault.caughtBy
if (last && !(await isGreen(last.part, last.tests))) {
  console.error('The tests now also fail without a fault, so the results of this run are not valid.')
  await runner.close()
  process.exit(1)
}

const report = path.join(root, 'docs/FAULTS.md')
writeFileSync(report, drawTable(all, outcomes, existsSync(report) ? readFileSync(report, 'utf8') : ''))
await runCommand('biome', ['format', '--write', report])

const { line, isGood } = summarize(outcomes)
console.log(`\n${line} (${seconds(startedAt)})`)
await runner.close()
process.exit(isGood ? 0 : 1)
