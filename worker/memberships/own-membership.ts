import { and, eq } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Claims } from '../../domain/payments/claims.ts'
import { isLive } from '../../domain/payments/subscription-states.ts'
import { callStripe, hasCode } from '../payments/call-stripe.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { type BoughtMembership, storeDisconnected, storeSubscription } from './read-at-stripe.ts'
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

/** Asks Stripe. If the host has ended our access to the account, and Stripe has not told us yet, the membership is over here too. */
async function askAtHost<Answer>(money: MoneyContext, row: BoughtMembership, call: Promise<Answer>): Promise<Answer> {
  try {
    return await callStripe(call)
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    await runBatch(money.db, { stored: await storeDisconnected(money, row) })
    throw new AppError('MembershipOver', { cause: error })
  }
}

/** Ends a membership with the period that is paid. If its payment failed, it ends at once, because nothing of it is paid. */
export async function cancelMembership(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<void> {
  const own = await findOwn(money, memberId, id, said)
  const { subscriptionId, status, accountId, options } = own
  const { subscriptions } = money.stripe
  const isPaidFor = status === 'active' || status === 'trialing'
  const changed = await askAtHost(
    money,
    own,
    isPaidFor
      ? subscriptions.update(subscriptionId, { cancel_at_period_end: true }, options)
      : subscriptions.cancel(subscriptionId, {}, options),
  )
  await runBatch(money.db, { stored: await storeSubscription(money, accountId, changed) })
}

/** Takes the cancellation back before the period is over. */
export async function resumeMembership(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<void> {
  const own = await findOwn(money, memberId, id, said)
  const { subscriptionId, accountId, options } = own
  const changed = await askAtHost(money, own, money.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, options))
  await runBatch(money.db, { stored: await storeSubscription(money, accountId, changed) })
}

/** The page of the bill that is due, where the person can use another card. */
export async function findBill(money: MoneyContext, memberId: string, id: string, said: Claims): Promise<string> {
  const own = await findOwn(money, memberId, id, said)
  const { subscriptionId, options } = own
  const open = { subscription: subscriptionId, status: 'open', limit: 1 } as const
  const { data } = await askAtHost(money, own, money.stripe.invoices.list(open, options))
  const url = data[0]?.hosted_invoice_url
  if (!url) throw new AppError('MembershipIsPaid')
  return url
}
