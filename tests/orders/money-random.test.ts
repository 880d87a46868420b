import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { withQuickDatabase } from '../events/quick-database.ts'
import { collectLog } from '../setup/log.ts'
import { faults, kinds, MoneyHistory, sequences, type Tally } from './money-history.ts'

collectLog()
afterAll(() => void vi.unstubAllGlobals())

const isFull = env.SOAK === 'full'
const runs = Number(env.HISTORIES)

describe('In random histories of eight to thirty steps, with webhooks and answers lost', () => {
  it('who paid has the seat or the money back, nobody pays twice, and the books are those of Stripe', { timeout: 3_000_000 }, async () => {
    const tally: Tally = {
      steps: new Map(),
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
    }
    const seed = isFull ? Date.now() : 20_261_126
    await withQuickDatabase((db) =>
      fc.assert(
        fc.asyncProperty(sequences, (steps) => new MoneyHistory(db, tally).run(steps)),
        { numRuns: runs, seed },
      ),
    )
    const total = (kind: string) => faults.reduce((sum, fault) => sum + (tally.steps.get(`${kind} ${fault}`) ?? 0), 0)
    const pairs = kinds.flatMap((kind) => faults.map((fault) => tally.steps.get(`${kind} ${fault}`) ?? 0))
    const table = kinds.map((kind) => `${kind} ${tally.effective.get(kind) ?? 0}`)
    console.log(
      `${runs} histories, seed ${seed}; steps that were not refused: ${table.join(', ')}; ${tally.payments} payments, ${tally.refunds} refunds for lost seats, ${tally.resold} of them for seats that were sold again, ` +
        `${tally.shares} shares, ${tally.due} balances that came due, ${tally.reduced} parties with fewer seats, ${tally.payouts} payouts, ${tally.plans} plans, ${tally.credits} payments with credit; each step met each fault ${Math.min(...pairs)} to ${Math.max(...pairs)} times`,
    )
    for (const kind of kinds) expect(total(kind), kind).toBeGreaterThanOrEqual(isFull ? 20 * faults.length : 1)
    // In few histories, a rare step may be refused each time.
    const refused = kinds.filter((kind) => !tally.effective.get(kind))
    expect(refused.length, `steps that were always refused: ${refused.join(', ')}`).toBeLessThanOrEqual(isFull ? 0 : 2)
    expect(tally.payouts, 'payouts that were explained').toBeGreaterThan(0)
    if (isFull) expect(tally.resold, 'seats that were sold again').toBeGreaterThan(0)
    if (isFull) expect(Math.min(...pairs)).toBeGreaterThanOrEqual(20)
  })
})
