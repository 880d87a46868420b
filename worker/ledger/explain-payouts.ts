import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { callStripe, toSeconds } from '../payments/call-stripe.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { inList, insertSelect, updateSet } from '../platform/columns.ts'
import { isPartOf } from './payout-sources.ts'
import { readPayout } from './read-transaction.ts'
import { listLimit, type Reading } from './reading.ts'
import { ledgerEntries as entries, payouts, teamPayouts } from './schema.ts'
import { type Account, storePayouts } from './store-transactions.ts'
import { sumColumns } from './sums.ts'

const maxPages = 3
const maxExplained = 5
const maxPagesOfPayout = 10

/** Reads payouts that were on their way. A bank that refuses one later is seen by the money that comes back. */
export async function refreshPayouts({ db, stripe, now }: Reading, account: Account): Promise<void> {
  const [oldest] = await readAll(
    db,
    db
      .select({ createdAt: payouts.createdAt })
      .from(payouts)
      .where(and(eq(payouts.accountId, account.accountId), sql`${payouts.state} IN ('pending', 'in_transit')`))
      .orderBy(asc(payouts.createdAt))
      .limit(1),
  )
  if (!oldest) return
  let next: string | undefined
  for (let page = 0; page === 0 || (next !== undefined && page < maxPages); page += 1) {
    const list: Stripe.ApiList<Stripe.Payout> = await callStripe(
      stripe.payouts.list(
        { created: { gte: toSeconds(oldest.createdAt) }, limit: listLimit, ...(next !== undefined && { starting_after: next }) },
        { stripeAccount: account.accountId },
      ),
    )
    await runBatch(db, { stored: storePayouts(account, list.data.map(readPayout), now) })
    next = list.has_more ? list.data.at(-1)?.id : undefined
  }
}

/** Finds the entries of payouts, once Stripe knows them. False if there is more to do. */
export async function explainPayouts(reading: Reading, { accountId }: Account): Promise<boolean> {
  const { db, now } = reading
  const open = await readAll(
    db,
    db
      .select({ id: payouts.id, listedUntil: payouts.listedUntil })
      .from(payouts)
      .where(and(eq(payouts.accountId, accountId), sql`${payouts.isListed} = 1`, isNull(payouts.explainedAt)))
      .orderBy(asc(payouts.createdAt))
      .limit(maxExplained),
  )
  let isAll = open.length < maxExplained
  for (const { id, listedUntil } of open) {
    const next = await readContents(reading, accountId, id, listedUntil)
    if (next === undefined) await runBatch(db, { explained: finish(id, now) })
    else isAll = false
  }
  return isAll
}

/** Marks the entries of a payout. Returns where the list goes on, if it was too long. */
async function readContents(
  { db, stripe }: Reading,
  accountId: string,
  payoutId: string,
  from: string | null,
): Promise<string | undefined> {
  let next = from ?? undefined
  for (let page = 0; page === 0 || (next !== undefined && page < maxPagesOfPayout); page += 1) {
    const list: Stripe.ApiList<Stripe.BalanceTransaction> = await callStripe(
      stripe.balanceTransactions.list(
        { payout: payoutId, limit: listLimit, ...(next !== undefined && { starting_after: next }) },
        { stripeAccount: accountId },
      ),
    )
    const ids = list.data.map(({ id }) => id)
    next = list.has_more ? ids.at(-1) : undefined
    await runBatch(db, {
      marked: db
        .update(entries)
        .set({ payoutId })
        .where(and(inList(entries.id, ids), eq(entries.accountId, accountId), isNull(entries.payoutId))),
      until: db
        .update(payouts)
        .set({ listedUntil: next ?? null })
        .where(eq(payouts.id, payoutId)),
    })
  }
  return next
}

/** All entries of a payout are known. Adds up those of each community. An earlier payout that came back from the bank is a part of it. */
const finish = (payoutId: string, now: number): Statement[] => [
  updateSet(payouts, { explainedAt: now }, sql`WHERE ${payouts.id} = ${payoutId}`),
  insertSelect(
    teamPayouts,
    { teamId: entries.teamId, payoutId, createdAt: payouts.createdAt, ...sumColumns(entries) },
    sql`FROM ${entries} JOIN ${payouts} ON ${payouts.id} = ${entries.payoutId} WHERE ${isPartOf(payoutId)} AND ${entries.teamId} IS NOT NULL
      GROUP BY ${entries.teamId} ON CONFLICT DO NOTHING`,
  ),
]
