import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import { accounts } from '../payments/shared.ts'
import { type MessageInsert, readFirst, type Statement, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { ledgerAccounts } from './schema.ts'

const maxQueuedAtOnce = 200

/** Queues one job for each account with news. */
function queueNews(now: number): MessageInsert {
  const { accountId, newsAt } = ledgerAccounts
  const kind: MoneyWork['kind'] = 'sync-ledger'
  const jobId = sql`${kind} || ':' || ${accountId} || ':' || ${newsAt}`
  return putRowsInOutbox(
    'money',
    sql`SELECT ${jobId} AS id, json_object('kind', ${kind}, 'accountId', ${accountId}) AS body FROM ${ledgerAccounts}
      WHERE ${newsAt} IS NOT NULL AND ${newsAt} <= ${now} AND NOT ${isJobKnown(jobId)} ORDER BY ${newsAt} LIMIT ${maxQueuedAtOnce}`,
    { now },
  )
}

/** Runs every minute. More news of the same minute wait for the same job. */
export async function queueSyncs(db: Database, now: number): Promise<void> {
  await write(db, queueNews(now))
}

/** Stripe may book a little late, so we read again what is this new. */
export const overlap = hour

/** Where the ledger of an account that its host has linked begins: what happened before is not ours to read. */
const beginning = sql`iif(${accounts.kind} = 'LINK', ${accounts.createdAt} + ${overlap}, NULL)`

/**
 * The linked accounts for which this is true have a ledger from now on. An account that its host unlinks and links again goes on where it was,
 * unless we had no access in between.
 */
const addAccounts = (newsAt: SQL | number, which: SQL): SQL =>
  insertSelect(
    ledgerAccounts,
    { accountId: accounts.stripeId, userId: accounts.userId, newsAt, readUntil: beginning },
    sql`FROM ${accounts} WHERE ${which} ${onConflictUpdate(ledgerAccounts, ['accountId'], {
      userId: excluded(ledgerAccounts.userId),
      newsAt: excluded(ledgerAccounts.newsAt),
      readUntil: sql`iif(${ledgerAccounts.endedAt} IS NULL, ${ledgerAccounts.readUntil}, coalesce(${excluded(ledgerAccounts.readUntil)}, ${ledgerAccounts.readUntil}))`,
      endedAt: null,
    })}`,
  )

/** Something has happened on this account. An account that was unlinked may still have money on the way. */
export const tellOfNews = (accountId: string, now: number): Statement[] => [
  addAccounts(now, sql`${accounts.stripeId} = ${accountId}`),
  updateSet(ledgerAccounts, { newsAt: now }, sql`WHERE ${ledgerAccounts.accountId} = ${accountId}`),
]

/** For the batch that unlinks an account: somebody may still pay on a page that is open. */
export const keepLedger = (userId: string, now: number): SQL => addAccounts(now, sql`${accounts.userId} = ${userId}`)

/** Whether the ledger of an account was read to its end at `now`, or cannot be read. True for an account without a ledger. */
export async function isReadUntilEnd(db: Database, accountId: string, now: number): Promise<boolean> {
  const { syncedAt, endedAt } = ledgerAccounts
  const row = await readFirst(db, db.select({ syncedAt, endedAt }).from(ledgerAccounts).where(eq(ledgerAccounts.accountId, accountId)))
  return !row || row.endedAt !== null || row.syncedAt === now
}

const known = alias(ledgerAccounts, 'known')

/** How many accounts one hour looks at. Those that were not read for the longest come first. */
const maxSweptAtOnce = 200

/** Once an hour: accounts in turns have news, whether or not Stripe has told us of any. */
export const sweepLedgers = (now: number): Statement[] => [
  addAccounts(
    now,
    sql`NOT EXISTS (SELECT 1 FROM ${ledgerAccounts} ${known} WHERE ${known.accountId} = ${accounts.stripeId} AND ${known.endedAt} IS NULL)`,
  ),
  updateSet(
    ledgerAccounts,
    { newsAt: now },
    // News that are an hour old had a job that has failed for good.
    sql`WHERE (${ledgerAccounts.newsAt} IS NULL OR ${ledgerAccounts.newsAt} <= ${now - hour}) AND ${ledgerAccounts.accountId} IN (SELECT ${known.accountId} FROM ${ledgerAccounts} ${known}
      WHERE ${known.endedAt} IS NULL ORDER BY ${known.syncedAt} LIMIT ${maxSweptAtOnce})`,
  ),
  queueNews(now),
]
