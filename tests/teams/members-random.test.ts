import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Database, openPrimary } from '../../worker/platform/database.ts'
import { withQuickDatabase } from '../events/quick-database.ts'
import { collectLog } from '../setup/log.ts'
import { type Kind, kinds, peopleCount, type Step, TeamHistory } from './team-history.ts'

collectLog()

/** Deleting an account needs a hundred statements, so it is less frequent. */
const anyKind = fc.oneof(...kinds.map((kind) => ({ weight: kind === 'delete account' ? 3 : 5, arbitrary: fc.constant(kind) })))

/** Offers end after 7 days, and invitations after 14, so some of them run out. */
const maxHours = 48

const histories = fc.array(
  fc.record<Step>({
    kind: anyKind,
    who: fc.nat(peopleCount - 1),
    other: fc.nat(peopleCount - 1),
    pick: fc.nat(1000),
    hours: fc.nat(maxHours),
  }),
  { minLength: 10, maxLength: 40, size: 'max' },
)

type Tally = { done: Map<string, number>; effective: Map<string, number>; pairs: Map<string, number>; steps: number; maxSteps: number }
const newTally = (): Tally => ({ done: new Map(), effective: new Map(), pairs: new Map(), steps: 0, maxSteps: 0 })
const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

let teams = 0
async function runHistory(db: Database, steps: readonly Step[], tally: Tally) {
  const history = new TeamHistory(db, `t${++teams}`)
  let state = await history.prepare()
  let last: Kind | null = null
  for (const step of steps) {
    const { after, isEffective } = await history.take(step, state)
    state = after
    count(tally.done, step.kind)
    if (isEffective) count(tally.effective, step.kind)
    if (last) count(tally.pairs, `${last}, ${step.kind}`)
    last = step.kind
  }
  tally.steps += steps.length
  tally.maxSteps = Math.max(tally.maxSteps, steps.length)
}

const tryAll = (db: Database, tally: Tally, numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(histories, (steps) => runHistory(db, steps, tally)),
    { numRuns, seed },
  )

/** Two thousand teams take more than a minute, so only the soak tries so many. */
const isSoak = env.SOAK === 'full'
const teamCount = isSoak ? 2000 : 120
const minPairs = isSoak ? 20 : 1

describe(`In ${teamCount} teams with ten to forty random steps`, () => {
  it('one person is the owner, the count is right, and nothing is left of people who are out', { timeout: 600_000 }, async () => {
    const tally = newTally()
    const seed = isSoak ? Date.now() : 20_261_123
    await withQuickDatabase((db) => tryAll(db, tally, teamCount, seed))
    const pairs = kinds.flatMap((first) => kinds.map((second) => tally.pairs.get(`${first}, ${second}`) ?? 0))
    const table = kinds.map((kind) => `${kind} ${tally.done.get(kind) ?? 0} (${tally.effective.get(kind) ?? 0} changed something)`)
    console.log(
      `${tally.steps} steps, seed ${seed}: ${table.join(', ')}; ${pairs.length} pairs, ${Math.min(...pairs)} to ${Math.max(...pairs)} times`,
    )
    expect(tally.maxSteps).toBeLessThanOrEqual(40)
    for (const kind of kinds) expect(tally.done.get(kind), kind).toBeGreaterThanOrEqual(20)
    for (const kind of kinds) expect(tally.effective.get(kind), `${kind} that changed something`).toBeGreaterThanOrEqual(20)
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(minPairs)
  })

  it('D1 keeps the same rules', async () => {
    await tryAll(openPrimary(env.DB), newTally(), isSoak ? 100 : 4, 5)
  })
})
