import { and, eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { callStripe, hasCode, toMillis, toSeconds } from '../payments/call-stripe.ts'
import { accounts } from '../payments/shared.ts'
import { readFirst, runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { checkBalance, forgetOpening } from './check-balance.ts'
import { explainPayouts, refreshPayouts } from './explain-payouts.ts'
import { findWaitingRefunds } from './find-waiting-refunds.ts'
import { nameMemberships } from './name-memberships.ts'
import { overlap } from './queue-syncs.ts'
import { nameOrders, payoutsIn, readPayout, readTransaction } from './read-transaction.ts'
import { listLimit, type Reading } from './reading.ts'
import { ledgerAccounts } from './schema.ts'
import { type Account, storePayouts, storeTransactions } from './store-transactions.ts'

/** What one job reads. The next one continues. */
const maxPages = 10

type Work = MoneyWorkOf<'sync-ledger'>

/** Brings the ledger of an account up to date: its transactions, its payouts, and the check of its balance. */
export async function syncLedger(reading: Reading, work: Work): Promise<Statement[]> {
  const account = await findAccount(reading.db, work.accountId)
  if (!account) return []
  try {
    return await syncAccount(reading, account, work)
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    // The host has ended our access. What we have stays. If they link the account again, its balance has another opening.
    return [changeAccount(reading.db, account, { endedAt: reading.now, newsAt: null }), forgetOpening(reading.db, work.accountId)]
  }
}

type Found = Account & { readUntil: number | null; syncedAt: number | null; linkedAt: number | null }

/** Without a row in the ledger, nobody was ever paid on this account. */
const findAccount = (db: Database, accountId: string): Promise<Found | undefined> =>
  readFirst(
    db,
    db
      .select({
        accountId: ledgerAccounts.accountId,
        userId: ledgerAccounts.userId,
        readUntil: ledgerAccounts.readUntil,
        syncedAt: ledgerAccounts.syncedAt,
        linkedAt: accounts.createdAt,
      })
      .from(ledgerAccounts)
      // What happened on an account before its host linked it is not ours to read.
      .leftJoin(accounts, and(eq(accounts.stripeId, ledgerAccounts.accountId), eq(accounts.kind, 'LINK')))
      .where(eq(ledgerAccounts.accountId, accountId)),
  )

async function syncAccount(reading: Reading, account: Found, work: Work): Promise<Statement[]> {
  const { db, now } = reading
  const { accountId, readUntil, linkedAt } = account
  // It is 0 if nothing has ever happened there.
  const since = work.since ?? (readUntil ? readUntil - overlap : (linkedAt ?? 0))
  const { newest, after } = await readList(reading, account, { since, after: work.after })
  const until = Math.max(work.newest ?? 0, newest, readUntil ?? 0)
  if (after !== undefined) return [queueRest(reading, { ...work, since, after, newest: until })]
  await refreshPayouts(reading, account)
  const isAllExplained = await explainPayouts(reading, account)
  const readAgain = () => readList(reading, account, { since: Math.max(until - overlap, since) })
  return [
    ...(await findWaitingRefunds(reading, account)),
    ...(await checkBalance(reading, account, readAgain)),
    changeAccount(db, account, {
      readUntil: until,
      syncedAt: now,
      endedAt: null,
      // What was told meanwhile is for the next job.
      newsAt: sql`iif(${ledgerAccounts.newsAt} <= ${now}, NULL, ${ledgerAccounts.newsAt})`,
    }),
    ...(isAllExplained ? [] : [queueRest(reading, { kind: work.kind, accountId })]),
  ]
}

const queueRest = ({ now }: Reading, work: Work): Statement =>
  putInOutbox('money', [{ id: `sync-ledger:${work.accountId}:${now}:${work.after ?? 'payouts'}`, body: work }], { now })

type Changes = Partial<Record<'endedAt' | 'newsAt' | 'readUntil' | 'syncedAt', number | SQL | null>>

const changeAccount = (db: Database, { accountId }: Account, changes: Changes) =>
  db.update(ledgerAccounts).set(changes).where(eq(ledgerAccounts.accountId, accountId))

/** Reads what Stripe lists since then, newest first, and stores it. `after` is where the list goes on, if it was too long. */
async function readList(
  reading: Reading,
  account: Found,
  { since, after }: { since: number; after?: string | undefined },
): Promise<{ newest: number; after: string | undefined }> {
  const { db, stripe, now } = reading
  const pages: Stripe.BalanceTransaction[][] = []
  let next = after
  do {
    const page: Stripe.ApiList<Stripe.BalanceTransaction> = await callStripe(
      stripe.balanceTransactions.list(
        {
          created: { gte: toSeconds(since) },
          limit: listLimit,
          expand: ['data.source'],
          ...(next !== undefined && { starting_after: next }),
        },
        { stripeAccount: account.accountId },
      ),
    )
    pages.push(page.data)
    next = page.has_more ? page.data.at(-1)?.id : undefined
  } while (next !== undefined && pages.length < maxPages)
  const all = pages.flat()
  const { transactions, isCut } = await nameMemberships(reading, account.accountId, nameOrders(all.map(readTransaction)))
  // A payment comes before what goes back of it.
  for (let end = transactions.length; end > 0; end -= listLimit)
    await runBatch(db, { stored: storeTransactions(account, transactions.slice(Math.max(end - listLimit, 0), end), now) })
  await runBatch(db, { payouts: storePayouts(account, payoutsIn(all.slice(0, transactions.length)).map(readPayout), now) })
  return { newest: toMillis(all[0]?.created ?? 0), after: isCut ? transactions.at(-1)?.id : next }
}
