import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { dueNotice, isActive } from '../../domain/payments/payout-accounts.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { closePagesOnAccount } from '../dues/queue-settling.ts'
import { closeFormPagesOnAccount } from '../forms/queue-form-settling.ts'
import { queueEndsOnAccount } from '../memberships/queue-ends.ts'
import { reopenBalances } from '../orders/reopen-balances.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isActiveRow } from './payee.ts'
import { type AccountReading, findAccount, readAccount, type StoredAccount } from './payout-accounts.ts'
import { payoutAccounts as a } from './schema.ts'
import { tellHost } from './tell-host.ts'

type Reading = { db: Database; stripe: Stripe; now: number; platform?: PlatformId | undefined }

/**
 * Reads an account at Stripe, and returns the statements that store it and tell its host what is new. An account that is no longer linked
 * to us is deleted here. Accounts of nobody have no effect.
 */
export async function syncAccount(reading: Reading, stripeId: string): Promise<Statement[]> {
  const stored = await findAccount(reading.db, stripeId)
  if (!stored) return []
  const account = await readAccount(reading.stripe, stripeId)
  return account ? storeReading(reading, stored, account) : forgetUnlinked(reading, stored)
}

const isStored = (stripeId: string, condition?: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${a} WHERE ${and(eq(a.stripeId, stripeId), condition)})`

function storeReading(reading: Reading, { stripeId, userId }: StoredAccount, account: AccountReading): Statement[] {
  const { db, now } = reading
  const { chargesEnabled, detailsSubmitted, payoutsEnabled, currentlyDue, deadline } = account
  const about = { stripeId, userId, at: now }
  // An older reading changes nothing.
  const isNewer = lte(a.readAt, now)
  const becomesActive = isStored(stripeId, and(isNewer, sql`NOT ${isActiveRow(a)}`))
  return [
    ...(chargesEnabled
      ? []
      : tellHost({ ...about, news: 'restricted' }, reading, isStored(stripeId, and(isNewer, eq(a.chargesEnabled, true))))),
    // An account that is restricted has no payouts either, which its host is told then.
    ...(chargesEnabled && !payoutsEnabled
      ? tellHost({ ...about, news: 'payouts-stopped' }, reading, isStored(stripeId, and(isNewer, eq(a.payoutsEnabled, true))))
      : []),
    ...(isActive(account)
      ? [...tellHost({ ...about, news: 'active' }, reading, becomesActive), ...reopenBalances(stripeId, now, becomesActive)]
      : []),
    db
      .update(a)
      .set({ chargesEnabled, detailsSubmitted, payoutsEnabled, currentlyDue, deadline, readAt: now })
      .where(and(eq(a.stripeId, stripeId), isNewer)),
    ...(deadline === null ? [] : tellOfDeadline(reading, { stripeId, userId, deadline })),
  ]
}

function forgetUnlinked(reading: Reading, { stripeId, userId }: StoredAccount): Statement[] {
  const { db, now } = reading
  return [
    ...tellHost({ news: 'unlinked', stripeId, userId, at: now }, reading, isStored(stripeId)),
    queueEndsOnAccount(stripeId, now),
    closePagesOnAccount(stripeId, now),
    closeFormPagesOnAccount(stripeId, now),
    db.delete(a).where(eq(a.stripeId, stripeId)),
  ]
}

/** Something is due within two weeks, and the host does not know yet. */
const isUntold = (now: number): SQL => sql`${a.deadline} IS NOT NULL AND ${a.deadline} BETWEEN ${now} AND ${now + dueNotice}
  AND ${a.currentlyDue} <> '[]' AND ${a.toldDeadline} IS NOT ${a.deadline}`

/** Tells a host what is due, once for each deadline. */
function tellOfDeadline(
  { db, now, platform }: Omit<Reading, 'stripe'>,
  { stripeId, userId, deadline }: { stripeId: string; userId: string; deadline: number },
): Statement[] {
  const isDue = and(eq(a.deadline, deadline), isUntold(now))
  return [
    ...tellHost({ news: 'due', stripeId, userId, at: deadline }, { now, platform }, isStored(stripeId, isDue)),
    db
      .update(a)
      .set({ toldDeadline: deadline })
      .where(and(eq(a.stripeId, stripeId), isDue)),
  ]
}

/** How many hosts one call tells. The next minute continues. */
const maxToldAtOnce = 25

/** Runs every minute: tells hosts of deadlines that are two weeks away by now. */
export async function tellOfDeadlines(db: Database, now: number): Promise<void> {
  const { stripeId, userId, deadline } = a
  const due = await readAll(db, db.select({ stripeId, userId, deadline }).from(a).where(isUntold(now)).limit(maxToldAtOnce))
  await runBatch(db, {
    told: due.flatMap((account) =>
      account.deadline === null ? [] : tellOfDeadline({ db, now }, { ...account, deadline: account.deadline }),
    ),
  })
}
