import { queueReadingOf } from '../memberships/queue-ends.ts'
import { findMembershipPaid, hasSoldMemberships } from '../payments/payment-disputes.ts'
import { readAll, write } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Transaction } from './read-transaction.ts'
import type { Reading } from './reading.ts'
import { ledgerEntries as entries } from './schema.ts'

/**
 * Finds the communities of payments for memberships, which belong to their books. Such a payment names nothing of ours, so Stripe is asked for
 * its invoice: only on accounts that have sold memberships, and once for each payment.
 */
export async function nameMemberships(
  reading: Reading,
  accountId: string,
  transactions: readonly Transaction[],
): Promise<readonly Transaction[]> {
  const unnamed = transactions.filter(
    ({ isPaid, orderId, duePaymentId, formPaymentId }) => isPaid && !orderId && !duePaymentId && !formPaymentId,
  )
  const { db } = reading
  // A linked account may have thousands of payments of its own, so this is asked once and not for each.
  if (unnamed.length === 0 || !(await hasSoldMemberships(db, accountId))) return transactions
  const ids = unnamed.map(({ id }) => id)
  const known = await readAll(db, db.select({ id: entries.id }).from(entries).where(inList(entries.id, ids)))
  const knownIds = new Set(known.map(({ id }) => id))
  const teams = new Map<string, string>()
  const bought: { id: string; paymentId: string }[] = []
  for (const { id, paymentId } of unnamed) {
    const paid = paymentId !== null && !knownIds.has(id) ? await findMembershipPaid(reading, accountId, paymentId) : undefined
    if (!paid || paymentId === null) continue
    teams.set(paymentId, paid.teamId)
    bought.push({ id: paid.paymentId, paymentId })
  }
  if (bought.length > 0) await write(db, queueReadingOf(bought, reading.now))
  return transactions.map((transaction) => ({ ...transaction, teamId: teams.get(transaction.paymentId ?? '') ?? null }))
}
