import { eq } from 'drizzle-orm'
import { callStripe } from '../payments/call-stripe.ts'
import { accounts } from '../payments/shared.ts'
import { runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Reading } from './reading.ts'
import { ledgerChecks as checks } from './schema.ts'
import type { Account } from './store-transactions.ts'

type Balance = { currency: string; ours: number; opening: number; theirs: number; difference: number }

/**
 * Compares what our entries add up to with the balance at Stripe. Money may have moved between the two readings, so a difference is read
 * again once, and only stored if it is still there.
 */
export async function checkBalance(
  { db, stripe, now }: Reading,
  account: Account,
  readAgain: () => Promise<unknown>,
): Promise<Statement[]> {
  const { accountId } = account
  let balances = await compare({ db, stripe, now }, accountId)
  if (balances.some(({ difference }) => difference !== 0)) {
    await readAgain()
    balances = await compare({ db, stripe, now }, accountId)
  }
  return balances.map(({ currency, opening, theirs, difference }) =>
    db
      .insert(checks)
      .values({ accountId, currency, ours: 0, opening, theirs, difference, checkedAt: now })
      .onConflictDoUpdate({ target: [checks.accountId, checks.currency], set: { opening, theirs, difference, checkedAt: now } }),
  )
}

async function compare({ db, stripe }: Reading, accountId: string): Promise<Balance[]> {
  const { available, pending } = await callStripe(stripe.balance.retrieve({}, { stripeAccount: accountId }))
  const theirs = new Map<string, number>()
  for (const { currency, amount } of [...available, ...pending]) theirs.set(currency, (theirs.get(currency) ?? 0) + amount)
  const { stored, kind } = await runBatch(db, {
    stored: db.select().from(checks).where(eq(checks.accountId, accountId)),
    kind: db.select({ kind: accounts.kind }).from(accounts).where(eq(accounts.stripeId, accountId)),
  })
  // We know everything that happened on an account that we opened. What was on a linked one before is its opening balance, also if it was
  // unlinked before it was read for the first time.
  const isLinked = kind.rows[0]?.kind !== 'NEW'
  return [...new Set([...theirs.keys(), ...stored.rows.map(({ currency }) => currency)])].map((currency) => {
    const known = stored.rows.find((row) => row.currency === currency)
    const ours = known?.ours ?? 0
    const balance = theirs.get(currency) ?? 0
    const opening = known?.opening ?? (isLinked ? balance - ours : 0)
    return { currency, ours, opening, theirs: balance, difference: opening + ours - balance }
  })
}

/** What happened since is not in our entries, so the next check of the account finds its opening balance anew. */
export const forgetOpening = (db: Database, accountId: string): Statement =>
  db.update(checks).set({ opening: null }).where(eq(checks.accountId, accountId))
