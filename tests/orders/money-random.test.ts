import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { withQuickDatabase } from '../events/quick-database.ts'
import { collectLog } from '../setup/log.ts'
import { faults, kinds, MoneyHistory, sequences, type Tally } from './money-history.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** In cents, for the bench. */
    ledgerDifference?: number
  }
}

collectLog()
afterAll(() => void vi.unstubAllGlobals())

const isFull = env.SOAK === 'full'
const runs = Number(env.HISTORIES)

describe('In random histories of eight to thirty steps, with webhooks and answers lost', () => {
  it('who paid has the seat or the money back, nobody pays twice, and the books are those of Stripe', { timeout: 3_000_000 }, async ({
    task,
  }) => {
    const tally: Tally = {
      tried: new Map(),
      effective: new Map(),
      payments: 0,
      refunds: 0,
      resold: 0,
      plans: 0,
      credits: 0,
      shares: 0,
      due: 0,
      reduced: 0,
      payouts: 0,
      difference: 0,
    }
    const seed = isFull ? Date.now() : 20_261_126
    await withQuickDatabase((db) =>
      fc.assert(
        fc.asyncProperty(sequences, (steps) => new MoneyHistory(db, tally).run(steps)),
        { numRuns: runs, seed },
      ),
    ).finally(() => {
      task.meta.ledgerDifference = tally.difference
    })
    const met = kinds.flatMap((kind) => faults.map((fault) => ({ kind, fault, times: tally.effective.get(`${kind} ${fault}`) ?? 0 })))
    const timesOf = (key: 'kind' | 'fault', name: string) => met.reduce((sum, one) => sum + (one[key] === name ? one.times : 0), 0)
    const triesOf = (kind: string) => faults.reduce((sum, fault) => sum + (tally.tried.get(`${kind} ${fault}`) ?? 0), 0)
    const rarest = met.toSorted((a, b) => a.times - b.times).slice(0, 8)
    console.log(
      `${runs} histories, seed ${seed}; steps that changed something, of all: ${kinds.map((kind) => `${kind} ${timesOf('kind', kind)}/${triesOf(kind)}`).join(', ')}; ` +
        `the rarest with one fault: ${rarest.map(({ kind, fault, times }) => `${kind} ${fault} ${times}`).join(', ')}; ${tally.payments} payments, ${tally.refunds} refunds for lost seats, ${tally.resold} of them for seats that were sold again, ` +
        `${tally.shares} shares, ${tally.due} balances that came due, ${tally.reduced} parties with fewer seats, ${tally.payouts} payouts, ${tally.plans} plans, ${tally.credits} payments with credit; the largest difference of the books ${tally.difference} cents`,
    )
    if (isFull) expect(rarest[0]?.times, 'the rarest step with a fault that changed something').toBeGreaterThanOrEqual(20)
    // In few histories, a rare step may have nothing to do each time.
    const idle = kinds.filter((kind) => timesOf('kind', kind) === 0)
    expect(idle.length, `steps that changed nothing: ${idle.join(', ')}`).toBeLessThanOrEqual(isFull ? 0 : 2)
    for (const fault of faults) expect(timesOf('fault', fault), `steps that changed something, with ${fault}`).toBeGreaterThanOrEqual(20)
    expect(tally.payouts, 'payouts that were explained').toBeGreaterThan(0)
    if (isFull) expect(tally.resold, 'seats that were sold again').toBeGreaterThan(0)
  })
})
