import { applyQuietEnvironment } from './environment.ts'
import { createLineWriter } from './line-writer.ts'
import { parts, readUnsteady } from './test-parts.ts'
import { type Counts, findSlowest, judgePart, type PartName, type PartResult, summarize } from './test-summary.ts'

applyQuietEnvironment()

/**
 * The lanes run in parallel, and the parts of a lane one after the other. Both take about the same time. The build is first, because
 * `worker`, `browser` and `node` need it. `browser` starts long after it, because `components` takes half an hour.
 */
const lanes: PartName[][] = [
  ['build', 'check', 'worker'],
  ['components', 'browser', 'node'],
]
const everything = lanes.flat()

/** After this time, a run stops and prints its slowest tests. */
const limitMinutes = 86

function choose(args: string[]): PartName[] {
  const names = args.filter((arg) => arg !== '--soak')
  const unknown = names.find((name) => !(everything as string[]).includes(name))
  if (unknown !== undefined) {
    console.error(`There is no part ${unknown}. The parts are: ${everything.join(', ')}. --soak runs the long random tests.`)
    process.exit(2)
  }
  if (names.length > 0) return names as PartName[]
  return args.includes('--soak') ? ['build', 'node', 'worker'] : everything
}

const args = process.argv.slice(2)
const chosen = choose(args)
const isSoak = args.includes('--soak')
process.env.SOAK = isSoak ? 'full' : 'small'

const limit = new AbortController()
const limitTimer = isSoak ? undefined : setTimeout(() => limit.abort(), limitMinutes * 60_000)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => limit.abort())

let output = ''
const results: PartResult[] = []

async function runPart(name: PartName): Promise<void> {
  if (limit.signal.aborted) return
  const { write, end } = createLineWriter(name, (line) => {
    output += line
    process.stdout.write(line)
  })
  const start = performance.now()
  let counts: Counts
  try {
    counts = await parts[name]({ show: write, signal: limit.signal })
  } catch (error) {
    write(String(error instanceof Error ? error.stack : error))
    counts = judgePart(1, undefined)
  }
  end()
  results.push({ name, ...counts, seconds: (performance.now() - start) / 1000 })
}

async function runLane(lane: PartName[]): Promise<void> {
  for (const name of lane) if (chosen.includes(name)) await runPart(name)
}

await Promise.all(lanes.map(runLane))
clearTimeout(limitTimer)

const order = ({ name }: PartResult) => everything.indexOf(name)
const { lines, failed } = summarize(
  results.sort((a, b) => order(a) - order(b)),
  readUnsteady(),
)
console.log(`\nSlowest:\n${findSlowest(output, 10).join('\n')}`)
if (limit.signal.aborted) console.log(`\n✗ The run was stopped early: it took longer than ${limitMinutes} minutes, or somebody stopped it.`)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed > 0 || limit.signal.aborted ? 1 : 0
