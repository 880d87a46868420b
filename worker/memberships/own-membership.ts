import { and, eq } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Claims } from '../../domain/payments/claims.ts'
import { isLive } from '../../domain/payments/subscription-states.ts'
import { callStripe } from '../payments/call-stripe.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { storeSubscription } from './read-at-stripe.ts'
import { membershipSubscriptions as bought } from './schema.ts'

/** The membership that this person has. Those of others do not exist for them. */
async function findOwn(money: MoneyContext, memberId: string, id: string, said: Claims) {
  const { db } = money
  const row = await readFirst(
    db,
    db
      .select()
      .from(bought)
      .where(and(eq(bought.id, id), eq(bought.memberId, memberId))),
  )
  if (!row || row.subscriptionId === null) throw new AppError('MembershipNotFound')
  judgeClaims(money, said, { uid: memberId, account: row.accountId })
  if (!isLive(row.status)) throw new AppError('MembershipOver')
  return { ...row, subscriptionId: row.subscriptionId, options: { stripeAccount: row.accountId } }
}

/** Ends a membership with the period that is paid. If its payment failed, it ends at once, because nothing of it is paid. */
export async function cancelMembership(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<void> {
  const { subscriptionId, status, accountId, options } = await findOwn(money, memberId, id, said)
  const { subscriptions } = money.stripe
  const isPaidFor = status === 'active' || status === 'trialing'
  const changed = await callStripe(
    isPaidFor
      ? subscriptions.update(subscriptionId, { cancel_at_period_end: true }, options)
      : subscriptions.cancel(subscriptionId, {}, options),
  )
  await runBatch(money.db, { stored: await storeSubscription(money, accountId, changed) })
}

/** Takes the cancellation back before the period is over. */
export async function resumeMembership(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<void> {
  const { subscriptionId, accountId, options } = await findOwn(money, memberId, id, said)
  const changed = await callStripe(money.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, options))
  await runBatch(money.db, { stored: await storeSubscription(money, accountId, changed) })
}

/** The page of the bill that is due, where the person can use another card. */
export async function findBill(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<string> {
  const { subscriptionId, options } = await findOwn(money, memberId, id, said)
  const { data } = await callStripe(money.stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 1 }, options))
  const url = data[0]?.hosted_invoice_url
  if (!url) throw new AppError('MembershipIsPaid')
  return url
}
