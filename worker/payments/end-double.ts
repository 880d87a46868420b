import { and, eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { currencies, formatExactMoney, type Money } from '../../domain/money.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import type { Statement } from '../platform/batch.ts'
import { callStripe, hasCode } from './call-stripe.ts'
import { planSubscriptions as s } from './schema.ts'

/** A subscription that must end because its owner has another one says so at Stripe. So each later try ends it too, whatever was done before. */
export const isDouble = ({ metadata }: Stripe.Subscription): boolean => metadata.doubleOf !== undefined

export const markAsDouble = (stripe: Stripe, { id }: Stripe.Subscription, other: string): Promise<Stripe.Subscription> =>
  callStripe(stripe.subscriptions.update(id, { metadata: { doubleOf: other } }))

type Payer = { payerId: string; platform: PlatformId; plan: string }

/** Ends a subscription that doubles another one, gives back all that was paid for it, and tells its payer. Running it again changes nothing. */
export async function endDouble(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { payerId, platform, plan, now }: Payer & { now: number },
): Promise<{ kept: Stripe.Subscription; told: Statement }> {
  const { id } = subscription
  const kept =
    subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
      ? subscription
      : await callStripe(stripe.subscriptions.cancel(id, {}, { idempotencyKey: `double:${id}` }))
  const paid = await refundInvoices(stripe, id)
  const back = paid ? `Your ${formatExactMoney(paid)} go back to your card within 10 days.` : 'Nothing was charged.'
  const template = {
    name: 'plan-news' as const,
    data: { title: `${plan} was bought twice`, text: `There was a plan already, so the second one has ended. ${back}` },
  }
  // It comes before what stores the end, so the payer is told once.
  const told = mailPerson(
    sql`${people.id} = ${payerId}`,
    { id: `plan-double:${id}`, platform, template },
    { now, when: sql`NOT ${isStoredAsEnded(id)}` },
  )
  return { kept, told }
}

const isStoredAsEnded = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${s} WHERE ${and(eq(s.id, id), eq(s.status, 'canceled'))})`

async function refundInvoices(stripe: Stripe, subscription: string): Promise<Money | null> {
  const invoices = await callStripe(stripe.invoices.list({ subscription, status: 'paid', limit: 10 }))
  for (const { id } of invoices.data.filter((invoice) => invoice.amount_paid > 0)) {
    const payments = await callStripe(stripe.invoicePayments.list({ invoice: id, limit: 10 }))
    for (const { payment } of payments.data) if (typeof payment.payment_intent === 'string') await refundAll(stripe, payment.payment_intent)
  }
  const amount = invoices.data.reduce((sum, invoice) => sum + invoice.amount_paid, 0)
  const currency = currencies.find((known) => known === invoices.data[0]?.currency)
  return amount > 0 && currency ? { amount, currency } : null
}

async function refundAll(stripe: Stripe, intent: string): Promise<void> {
  try {
    await callStripe(stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `double-refund:${intent}` }))
  } catch (error) {
    // An earlier try, or the bank of the payer, gave it back.
    if (!hasCode(error, 'charge_already_refunded', 'charge_disputed')) throw error
  }
}
