import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import { type Currency, currencies } from '../../domain/money.ts'
import type { PaymentResult, PaymentReturn } from '../../domain/payments/contract.ts'
import { findPlan } from '../../domain/payments/plans.ts'
import { confirmDue } from '../dues/confirm-due.ts'
import { confirmFormPayment } from '../forms/confirm-form-payment.ts'
import { confirmMembership } from '../memberships/confirm-membership.ts'
import { confirmOrder } from '../orders/confirm-order.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { callStripe, isStripeError, readReturn } from './call-stripe.ts'
import type { MoneyContext } from './money-context.ts'
import { planSubscriptions as s } from './schema.ts'
import { storePlan } from './store-plan.ts'
import { type AddedCard, takeOverPayment } from './take-over-payment.ts'

const currencyOf = (text: string | null): Currency | null => currencies.find((known) => known === text) ?? null

/**
 * Asks Stripe about a payment from which this person has just come back. Stripe's own event may be late or lost, so what was paid is
 * stored here too. Payments of others do not exist for them.
 */
export async function confirmPayment(money: MoneyContext, userId: string, input: PaymentReturn): Promise<PaymentResult> {
  try {
    if (!('sessionId' in input)) return await confirmIntent(money, userId, input)
    const { sessionId } = input
    return (await readReturn(confirmAtHost(money, userId, sessionId))) ?? (await confirmSession(money, userId, sessionId))
  } catch (error) {
    if (isStripeError(error) && error.statusCode === 404) throw new AppError('PaymentNotYours', { cause: error })
    throw error
  }
}

/** The page was on the account of a host. Null if it is none of those. */
const confirmAtHost = async (money: MoneyContext, userId: string, sessionId: string): Promise<PaymentResult | null> =>
  (await confirmOrder(money, userId, sessionId)) ??
  (await confirmMembership(money, userId, sessionId)) ??
  (await confirmDue(money, userId, sessionId)) ??
  confirmFormPayment(money, userId, sessionId)

async function confirmSession(money: MoneyContext, userId: string, id: string): Promise<PaymentResult> {
  const session = await callStripe(money.stripe.checkout.sessions.retrieve(id))
  if (session.metadata?.payerId !== userId) throw new AppError('PaymentNotYours')
  const subscriptionId = typeof session.subscription === 'string' ? session.subscription : null
  const plan = subscriptionId === null ? null : await storePlan(money, subscriptionId)
  const card = plan ? null : await takeOverPayment(money, session)
  if (card) return toCardResult(money, card)
  const currency = currencyOf(session.currency)
  return {
    state: session.status === 'expired' ? 'failed' : session.status === 'complete' && session.payment_status !== 'unpaid' ? 'paid' : 'open',
    bought: subscriptionId === null || !plan ? null : await findBought(money, subscriptionId, plan.isDouble),
    paid: currency && session.amount_total !== null ? { amount: session.amount_total, currency } : null,
  }
}

async function toCardResult({ db }: MoneyContext, { plan, outcome, paid, statements }: AddedCard): Promise<PaymentResult> {
  await runBatch(db, { stored: statements })
  const currency = currencyOf(paid?.currency ?? null)
  const state = outcome === 'paid' || outcome === 'saved' ? 'paid' : 'failed'
  return { state, bought: { kind: 'card', plan, outcome }, paid: paid && currency && { amount: paid.amount_paid, currency } }
}

const states: Partial<Record<Stripe.PaymentIntent.Status, PaymentResult['state']>> = { succeeded: 'paid', processing: 'open' }

/** A payment of a person belongs to them by the customer that it names, and by its secret, which only their browser got. */
async function confirmIntent(
  { stripe }: MoneyContext,
  userId: string,
  { paymentIntent, clientSecret }: { paymentIntent: string; clientSecret: string },
): Promise<PaymentResult> {
  const intent = await callStripe(stripe.paymentIntents.retrieve(paymentIntent, { expand: ['customer'] }))
  const { customer } = intent
  const isOwn = typeof customer === 'object' && customer !== null && !customer.deleted && isOfPerson(customer.metadata, userId)
  if (!isOwn || intent.client_secret !== clientSecret) throw new AppError('PaymentNotYours')
  const currency = currencyOf(intent.currency)
  return {
    state: states[intent.status] ?? 'failed',
    bought: null,
    paid: currency && { amount: intent.amount_received, currency },
  }
}

const isOfPerson = ({ ownerKind, ownerId }: Stripe.Metadata, userId: string) => ownerKind === 'user' && ownerId === userId

async function findBought({ db }: MoneyContext, subscriptionId: string, goesBack: boolean): Promise<PaymentResult['bought']> {
  const row = await readFirst(
    db,
    db
      .select({ planUid: s.planUid, ownerKind: s.ownerKind, ownerId: s.ownerId, teamName: communities.name })
      .from(s)
      .leftJoin(communities, eq(communities.id, s.ownerId))
      .where(eq(s.id, subscriptionId)),
  )
  const plan = row?.planUid ? findPlan(row.planUid) : null
  if (!row || !plan) return null
  const team = row.ownerKind === 'team' && row.teamName !== null ? { id: row.ownerId, name: row.teamName } : null
  return { kind: 'plan', plan: plan.label, team, goesBack }
}
