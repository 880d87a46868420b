import { queueReadingOf } from '../memberships/queue-ends.ts'
import { findMembershipPaid, hasSoldMemberships } from '../payments/payment-disputes.ts'
import { readAll, write } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Transaction } from './read-transaction.ts'
import type { Reading } from './reading.ts'
import { ledgerEntries as entries } from './schema.ts'

/** About how many payments one job asks Stripe. Each needs a request or two. */
const maxAskedAtOnce = 50

/**
 * Finds the communities of payments for memberships, which belong to their books. Such a payment names nothing of ours, so Stripe is asked for
 * its invoice: only on accounts that have sold memberships, and once for each payment. Of these, `transactions` are as many as one job may ask
 * about. If there are more, `isCut`, and another job names the rest.
 */
export async function nameMemberships(
  reading: Reading,
  accountId: string,
  transactions: readonly Transaction[],
): Promise<{ transactions: readonly Transaction[]; isCut: boolean }> {
  const unnamed = transactions.filter(
    ({ isPaid, orderId, duePaymentId, formPaymentId }) => isPaid && !orderId && !duePaymentId && !formPaymentId,
  )
  const { db } = reading
  // A linked account may have thousands of payments of its own, so this is asked once and not for each.
  if (unnamed.length === 0 || !(await hasSoldMemberships(db, accountId))) return { transactions, isCut: false }
  const ids = unnamed.map(({ id }) => id)
  const known = await readAll(db, db.select({ id: entries.id }).from(entries).where(inList(entries.id, ids)))
  const knownIds = new Set(known.map(({ id }) => id))
  const foreign = unnamed.filter(({ id, paymentId }) => paymentId !== null && !knownIds.has(id))
  const firstLeft = foreign[maxAskedAtOnce]
  const read = firstLeft ? transactions.slice(0, transactions.indexOf(firstLeft)) : transactions
  const teams = new Map<string, string>()
  const bought: { id: string; paymentId: string }[] = []
  for (const { paymentId } of foreign.slice(0, maxAskedAtOnce)) {
    const paid = paymentId === null ? undefined : await findMembershipPaid(reading, accountId, paymentId)
    if (!paid || paymentId === null) continue
    teams.set(paymentId, paid.teamId)
    bought.push({ id: paid.paymentId, paymentId })
  }
  if (bought.length > 0) await write(db, queueReadingOf(bought, reading.now))
  const named = read.map((transaction) => ({ ...transaction, teamId: teams.get(transaction.paymentId ?? '') ?? null }))
  return { transactions: named, isCut: firstLeft !== undefined }
}
