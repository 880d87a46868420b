import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { LedgerSums } from '../../domain/ledger/contract.ts'
import type { LedgerReader } from '../../worker/ledger/queries.ts'
import { explainPayout } from '../../worker/ledger/read-payout.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'

const parts = ['gross', 'payments', 'stripeFee', 'ourFee', 'refunds', 'disputes', 'other', 'net'] as const
type Parts = Pick<LedgerSums, (typeof parts)[number]>

const addUp = (rows: readonly Parts[]) =>
  Object.fromEntries(parts.map((part) => [part, rows.reduce((sum, row) => sum + row[part], 0)] as const))

/** The lines of a payout on all of their pages add up to its amount. */
async function judgePayout(reader: LedgerReader, payoutId: string, amount: number): Promise<void> {
  const first = await explainPayout(reader, payoutId, undefined)
  const lines = [...first.lines]
  for (let { next } = first; next !== null; ) {
    const page = await explainPayout(reader, payoutId, next)
    lines.push(...page.lines)
    next = page.next
  }
  const sums = addUp(lines)
  const what = `the lines of ${payoutId} for ${reader.owner.kind} ${reader.owner.id}`
  expect({ amount: sums.net, unexplained: first.unexplained }, what).toEqual({ amount, unexplained: 0 })
  expect(first.sums, what).toMatchObject(sums)
  expect(new Set(lines.map(({ kind, id }) => `${kind} ${id}`)).size, what).toBe(lines.length)
}

type Seen = { account: string; team: string; teamOwner: string }

/** Judges each explained payout of an account: as its host sees it, and the part of it that a community sees. Returns how many there are. */
export async function judgePayouts(db: Database, { account, team, teamOwner }: Seen): Promise<number> {
  const [found] = await runStatements<{ id: string; userId: string; amount: number; ofTeam: number | null }>(db, [
    sql`SELECT p.id, p.user_id AS userId, p.amount,
        (SELECT sum(e.net) FROM ledger_entries e WHERE e.payout_id = p.id AND e.team_id = ${team}) AS ofTeam
      FROM payouts p WHERE p.account_id = ${account} AND p.explained_at IS NOT NULL ORDER BY p.id`,
  ])
  const payouts = found?.results ?? []
  for (const { id, userId, amount, ofTeam } of payouts) {
    await judgePayout({ db, viewerId: userId, owner: { kind: 'user', id: userId } }, id, amount)
    if (ofTeam !== null) await judgePayout({ db, viewerId: teamOwner, owner: { kind: 'team', id: team } }, id, ofTeam)
  }
  return payouts.length
}
