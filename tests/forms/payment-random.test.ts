import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { startWithHost, the } from '../orders/paid-game.ts'
import { rowsOf } from '../profiles/people.ts'
import { startWithForm } from './paid-form.ts'
import { faults, kinds, newTally, outcomes, PaymentHistory } from './payment-history.ts'

const { work: jobs } = startWithHost()
startWithForm()
// The sweeps of each hour would look after the hosts of all histories before.
beforeEach(async () => {
  await rowsOf('DELETE FROM ledger_accounts')
  await rowsOf('DELETE FROM payout_accounts WHERE user_id <> ?', the.host.id)
})

const isFull = env.SOAK === 'full'
/** A history of forms goes through the entry of the Worker, and takes as long as four of games. */
const runs = Math.ceil(Number(env.HISTORIES) / 4)
const firstSeed = isFull ? Date.now() : 20_261_127
const tally = newTally()
/** So often each step and each fault happens. Some outcomes are too rare for a small run. */
const minimum = isFull ? 20 : 1

describe('In random histories of forms, with webhooks dropped, doubled and shuffled, and answers lost', () => {
  it.each(Array.from({ length: runs }, (_, number) => firstSeed + number))(
    'who paid is placed or gets the money back once, with seed %i',
    { timeout: 120_000 },
    (seed) => new PaymentHistory(seed, jobs, tally).run(),
  )

  it('everything happened that people do', () => {
    const write = (names: readonly string[], counts: ReadonlyMap<string, number>) =>
      names.map((name) => `${name} ${counts.get(name) ?? 0}`).join(', ')
    console.log(
      `${runs} histories of forms from seed ${firstSeed}; steps that were not refused: ${write(kinds, tally.steps)}; after a step: ` +
        `${write(faults, tally.faults)}; ${write(outcomes, tally.outcomes)}`,
    )
    for (const kind of kinds) expect(tally.steps.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(minimum)
    for (const fault of faults) expect(tally.faults.get(fault) ?? 0, fault).toBeGreaterThanOrEqual(minimum)
    for (const outcome of outcomes) expect(tally.outcomes.get(outcome) ?? 0, outcome).toBeGreaterThanOrEqual(isFull ? 1 : 0)
  })
})
