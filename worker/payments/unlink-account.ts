import { eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { closePagesOnAccount, owesDues } from '../dues/queue-settling.ts'
import { closeFormPagesOnAccount, owesFormPayments } from '../forms/queue-form-settling.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isReadUntilEnd, keepLedger } from '../ledger/queue-syncs.ts'
import { syncLedger } from '../ledger/sync-ledger.ts'
import { queueEndsOnAccount } from '../memberships/queue-ends.ts'
import { owesMemberships } from '../memberships/shared.ts'
import { owesGames } from '../orders/shared.ts'
import { type MessageInsert, readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { callStripe, hasCode, isStripeError } from './call-stripe.ts'
import { countPayers } from './count-payers.ts'
import { selectHasOpenDispute, selectOpenDisputesOf } from './disputed.ts'
import { requireStripe } from './open-stripe.ts'
import { hasDecidedDispute } from './payment-disputes.ts'
import { findAccount, findAccountOf, readAccount } from './payout-accounts.ts'
import { payoutAccounts as a, accountsToRelease as r, unlinkedAccounts } from './schema.ts'

/** Unlinks the account of a host. While people pay through it, or a payment is disputed, they have to say that they want it all the same. */
export async function unlinkAccount(
  db: Database,
  { userId, now, isForced }: { userId: string; now: number; isForced: boolean },
): Promise<void> {
  if (!(await findAccountOf(db, userId))) throw new AppError('NoPayoutAccount')
  const payers = isForced ? 0 : await countPayers(db, userId, now)
  const disputed = isForced ? 0 : ((await readFirst(db, selectOpenDisputesOf(userId)))?.count ?? 0)
  if (payers > 0) throw new AppError('AccountHasPayers', { values: { count: payers, disputed } })
  if (disputed > 0) throw new AppError('AccountHasDisputes', { values: { count: disputed } })
  await runBatch(db, {
    // An account that we opened stays at Stripe, because it may have money in it.
    remembered: insertSelect(
      unlinkedAccounts,
      { userId: a.userId, country: a.country, stripeId: a.stripeId, createdAt: now },
      sql`FROM ${a} WHERE ${a.userId} = ${userId} AND ${a.kind} = 'NEW'
        ${onConflictUpdate(unlinkedAccounts, ['userId', 'country'], { stripeId: excluded(unlinkedAccounts.stripeId), createdAt: now })}`,
    ),
    unlinked: forgetAccount(userId, now),
  })
}

/** For the batch that unlinks an account. A job tells Stripe. */
export const forgetAccount = (userId: string, now: number): (SQL | MessageInsert)[] => [
  keepLedger(userId, now),
  putRowsInOutbox(
    'money',
    sql`SELECT 'unlink-account:' || ${a.stripeId} || ':' || ${now} AS id,
        json_object('kind', 'unlink-account', 'stripeId', ${a.stripeId}, 'account', ${a.kind}) AS body
      FROM ${a} WHERE ${a.userId} = ${userId}`,
    { now },
  ),
  insertSelect(
    r,
    { stripeId: a.stripeId, createdAt: now, triedAt: now },
    sql`FROM ${a} WHERE ${a.userId} = ${userId} AND ${a.kind} = 'LINK' ${onConflictUpdate(r, ['stripeId'], { createdAt: now, triedAt: now })}`,
  ),
  queueEndsOnAccount(sql`(SELECT ${a.stripeId} FROM ${a} WHERE ${a.userId} = ${userId})`, now),
  closePagesOnAccount(sql`(SELECT ${a.stripeId} FROM ${a} WHERE ${a.userId} = ${userId})`, now),
  closeFormPagesOnAccount(sql`(SELECT ${a.stripeId} FROM ${a} WHERE ${a.userId} = ${userId})`, now),
  sql`DELETE FROM ${a} WHERE ${a.userId} = ${userId}`,
]

type Unlinking = { db: Database; stripe: Stripe; settings: Settings; now: number }

/**
 * Ends our access to an account that a host had linked, once nothing on it can be owed any longer, or marks one that we had opened. The sweep
 * tries again. Running it again changes nothing.
 */
export async function tellStripeOfUnlinking(context: Unlinking, work: MoneyWorkOf<'unlink-account'>): Promise<Statement[]> {
  const { db, stripe, now } = context
  const { stripeId } = work
  // It was linked again meanwhile.
  if (await findAccount(db, stripeId)) return [release(db, stripeId)]
  if (work.account === 'LINK') {
    if ((await isOwing(db, stripeId, now)) || !(await readLastSales(context, stripeId)))
      // If the host has ended our access, we learn nothing more of what is owed.
      return [(await readAccount(stripe, stripeId)) ? takeTurnAgain(db, stripeId, now) : release(db, stripeId)]
    // Reading takes seconds, in which a host may link it again.
    if (await findAccount(db, stripeId)) return [release(db, stripeId)]
    await deauthorize(context, stripeId)
    return [release(db, stripeId)]
  }
  try {
    await callStripe(stripe.accounts.update(stripeId, { metadata: { unlinkedAt: new Date(now).toISOString() } }))
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
  }
  return []
}

/**
 * Without our access, nobody would get their money back, no membership would end, and we would not learn what a bank decides. A job that gives
 * something back may be tried for hours, so we wait a day after what has caused it.
 */
const isOwing = async (db: Database, stripeId: string, now: number): Promise<boolean> =>
  (await owesMemberships(db, stripeId, now - day)) ||
  (await hasDecidedDispute(db, stripeId, now - day)) ||
  (await owesDues(db, stripeId)) ||
  (await owesFormPayments(db, stripeId)) ||
  (await owesGames(db, stripeId, now)) ||
  ((await readFirst(db, selectHasOpenDispute(stripeId)))?.isOpen ?? false)

/**
 * Without our access, nobody could bring the books of the account up to date any more. Returns whether they are, and found nothing that must
 * be read at Stripe next, such as a dispute whose event was lost.
 */
async function readLastSales(reading: Unlinking, stripeId: string): Promise<boolean> {
  const { db, now } = reading
  const queued = db.outboxIds.length
  await runBatch(db, { read: await syncLedger(reading, { kind: 'sync-ledger', accountId: stripeId }) })
  return db.outboxIds.length === queued && isReadUntilEnd(db, stripeId, now)
}

const release = (db: Database, stripeId: string) => db.delete(r).where(eq(r.stripeId, stripeId))

const takeTurnAgain = (db: Database, stripeId: string, now: number) =>
  db
    .insert(r)
    .values({ stripeId, createdAt: now, triedAt: now })
    .onConflictDoUpdate({ target: r.stripeId, set: { triedAt: now } })

/**
 * A host has let us act for their account. If the answer of Stripe was lost, nobody has the account here, so a later sweep gives up our access,
 * unless the host has linked it by then. An account that we have opened stays: its host tries again and gets it.
 */
export async function releaseUnknown({ db, stripe, now }: Omit<Unlinking, 'settings'>, stripeId: string): Promise<Statement[]> {
  if (await findAccount(db, stripeId)) return []
  const { type } = await callStripe(stripe.accounts.retrieve(stripeId))
  return type === 'standard' ? [takeTurnAgain(db, stripeId, now)] : []
}

const maxTriedAtOnce = 100
/** A host whose account is new here may be linking it in this moment. */
const minReleaseAge = 10 * minute

/** Once an hour: tries again to give up our access to accounts on which something was owed. */
export const queueReleases = (now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'unlink-account:' || ${r.stripeId} || ':sweep:' || ${Math.floor(now / hour)} AS id,
        json_object('kind', 'unlink-account', 'stripeId', ${r.stripeId}, 'account', 'LINK') AS body
      FROM ${r} WHERE ${r.createdAt} <= ${now - minReleaseAge} ORDER BY ${r.triedAt} LIMIT ${maxTriedAtOnce}`,
    { now },
  )

/** Gives up our access to an account. An account to which we have no access stays as it is. */
export async function deauthorize({ stripe, settings }: Pick<Unlinking, 'stripe' | 'settings'>, stripeId: string): Promise<void> {
  const { clientId } = requireStripe(settings)
  try {
    await callStripe(stripe.oauth.deauthorize({ client_id: clientId, stripe_user_id: stripeId }))
  } catch (error) {
    const isRefused = isStripeError(error) && error.rawType === 'invalid_client'
    if (!isRefused || (await readAccount(stripe, stripeId))) throw error
  }
}
