import type Stripe from 'stripe'
import type { EndReason } from '../../domain/memberships/contract.ts'
import { shareOf } from '../../domain/money.ts'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { graceDuration, isLive } from '../../domain/payments/subscription-states.ts'
import { isAccepted, listRefunds, sumOf } from '../orders/send-refunds.ts'
import { callStripe, hasCode } from '../payments/call-stripe.ts'
import { selectDecidedCount } from '../payments/disputed.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import { commentOf, reasonOf } from './end-comment.ts'
import {
  type BoughtMembership,
  closeSession,
  endPage,
  findBought,
  findSession,
  type Reading,
  readSubscription,
  storeDisconnected,
  storeSession,
  storeSubscription,
  subscriptionOf,
  syncSubscription,
} from './read-at-stripe.ts'

/** Ends a membership at Stripe before its time, or the page on which somebody could still buy it. Running it again changes nothing. */
export async function endMembership(reading: Reading, { id, because }: MoneyWorkOf<'end-membership'>): Promise<Statement[]> {
  const row = await findBought(reading.db, id)
  if (!row) return []
  try {
    const ended = await endBought(reading, row, because)
    if (because === 'person') await deleteCustomer(reading.stripe, row)
    return ended
  } catch (error) {
    if (hasCode(error, 'account_invalid')) return storeDisconnected(reading, row)
    throw error
  }
}

async function endBought(reading: Reading, row: BoughtMembership, because: EndReason): Promise<Statement[]> {
  const { db, stripe, now } = reading
  if (row.status === 'ended') return []
  const page = row.subscriptionId === null ? await closeSession(stripe, row) : null
  const subscriptionId = row.subscriptionId ?? subscriptionOf(page)
  if (subscriptionId === null) return [endPage(db, row, now)]
  const subscription = await readSubscription(stripe, row.accountId, subscriptionId)
  if (!subscription) return []
  if (because === 'unpaid' && !isOverdue(row, subscription, now)) return storeSubscription(reading, row.accountId, subscription)
  const ended = isLive(subscription.status) ? await cancel(stripe, row, subscription.id, because) : subscription
  await giveRestBack(reading, row, ended)
  return storeSubscription(reading, row.accountId, ended)
}

/** A bank has decided about a payment. If we had ended its membership before, its rest goes back now. Running it again changes nothing. */
export async function returnRest(reading: Reading, { id }: MoneyWorkOf<'return-membership-rest'>): Promise<Statement[]> {
  const row = await findBought(reading.db, id)
  if (!row?.subscriptionId) return []
  const subscription = await readSubscription(reading.stripe, row.accountId, row.subscriptionId)
  if (subscription) await giveRestBack(reading, row, subscription)
  return []
}

/** It was perhaps paid meanwhile. */
const isOverdue = ({ pastDueSince }: BoughtMembership, { status }: Stripe.Subscription, now: number) =>
  (status === 'past_due' || status === 'unpaid') && pastDueSince !== null && pastDueSince <= now - graceDuration

const cancel = (stripe: Stripe, { id, accountId }: BoughtMembership, subscriptionId: string, because: EndReason) =>
  callStripe(
    stripe.subscriptions.cancel(
      subscriptionId,
      { cancellation_details: { comment: commentOf(because) } },
      { stripeAccount: accountId, idempotencyKey: `end-membership:${id}:${because}` },
    ),
  )

/**
 * Whoever did not end a membership by themselves gets back what they have paid for the rest of its time, to the cent and rounded down.
 * Looks first whether that has happened.
 */
async function giveRestBack(
  { db, stripe }: Reading,
  { id, accountId }: BoughtMembership,
  subscription: Stripe.Subscription,
): Promise<void> {
  const [item] = subscription.items.data
  const because = reasonOf(subscription)
  if (!item || because === null || because === 'unpaid') return
  const options = { stripeAccount: accountId }
  const { data: invoices } = await callStripe(stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: 1 }, options))
  const [invoice] = invoices
  // A payment for an earlier period is used up.
  if (!invoice?.lines.data.some(({ period }) => period.end === item.current_period_end)) return
  const { current_period_start: start, current_period_end: end } = item
  const left = end - (subscription.ended_at ?? end)
  const amount = Math.floor((invoice.amount_paid * left) / (end - start))
  if (amount <= 0) return
  const { data: payments } = await callStripe(stripe.invoicePayments.list({ invoice: invoice.id, limit: 1 }, options))
  const intent = payments[0]?.payment.payment_intent
  if (typeof intent !== 'string') return
  const refunds = await listRefunds(stripe, { accountId, paymentId: intent })
  // A bank may have refused it. Then the host knows, and gives it back: another try by card would fail too.
  if (refunds.some(({ metadata }) => metadata?.membershipSubscriptionId === id)) return
  // The host may have given something back at Stripe.
  const rest = invoice.amount_paid - sumOf(refunds.filter(isAccepted))
  if (rest <= 0) return
  const fee = shareOf(invoice.amount_paid, Math.round((subscription.application_fee_percent ?? 0) * 100))
  const decided = (await readFirst(db, selectDecidedCount(id)))?.count ?? 0
  await unlessDisputed(
    stripe.refunds.create(
      {
        payment_intent: intent,
        amount: Math.min(amount, rest),
        metadata: { membershipSubscriptionId: id },
        // Stripe refuses to give back a fee that is zero.
        ...(fee > 0 && { refund_application_fee: true }),
      },
      // Stripe answers a key as it did before, so what it refused because of a dispute needs another key.
      { ...options, idempotencyKey: decided === 0 ? `membership-rest:${id}` : `membership-rest:${id}:decided:${decided}` },
    ),
  )
}

/** A bank has the payment, so Stripe gives nothing of it back. If the host wins, `returnRest` does; if the host loses, the bank has done it. */
async function unlessDisputed(refund: Promise<Stripe.Refund>): Promise<void> {
  try {
    await callStripe(refund)
  } catch (error) {
    if (!hasCode(error, 'charge_disputed')) throw error
  }
}

/** What the host has about a deleted person at Stripe: the address and the card. */
async function deleteCustomer(stripe: Stripe, { customerId, accountId }: BoughtMembership): Promise<void> {
  try {
    await callStripe(stripe.customers.del(customerId, {}, { stripeAccount: accountId }))
  } catch (error) {
    if (!hasCode(error, 'resource_missing')) throw error
  }
}

/** Reads a membership at Stripe again, because an event about it may have been lost. */
export async function readMembership(reading: Reading, { id }: MoneyWorkOf<'read-membership'>): Promise<Statement[]> {
  const row = await findBought(reading.db, id)
  if (!row) return []
  try {
    return row.subscriptionId === null
      ? await storeSession(reading, row, await findSession(reading.stripe, row))
      : await syncSubscription(reading, row.accountId, row.subscriptionId)
  } catch (error) {
    if (hasCode(error, 'account_invalid')) return storeDisconnected(reading, row)
    throw error
  }
}
