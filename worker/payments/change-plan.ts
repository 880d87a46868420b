import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import { type Currency, currencies, defaultCurrency } from '../../domain/money.ts'
import type { ChangePreview } from '../../domain/payments/contract.ts'
import { keyOfOwner, type PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { nameOfPlan, type PaidPlan } from '../../domain/payments/plans.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { readFirst } from '../platform/batch.ts'
import { callStripe, hasCode, isStripeError, toMillis, toSeconds } from './call-stripe.ts'
import { judgePayer } from './judge-payer.ts'
import type { MoneyContext } from './money-context.ts'
import { planSubscriptions as s } from './schema.ts'
import { storePlan } from './store-plan.ts'
import { isLiveRow } from './sync-plan.ts'

export async function findLivePlan({ db }: Pick<MoneyContext, 'db'>, owner: PlanOwnerRef) {
  const row = await readFirst(
    db,
    db
      .select()
      .from(s)
      .where(and(eq(s.ownerKey, keyOfOwner(owner)), isLiveRow)),
  )
  if (!row) throw new AppError('NoActiveSubscription')
  return row
}

/** Finds the subscription to change. A payment that failed comes first, because a change would hide what is still due. */
async function findChangeable(money: MoneyContext, owner: PlanOwnerRef, priceId: string) {
  const live = await findLivePlan(money, owner)
  if (live.priceId === priceId) throw new AppError('PlanIsCurrent')
  if (live.status !== 'active' && live.status !== 'trialing') throw new AppError('PlanPaymentOpen')
  return live
}

/** How old a preview may be. What it said is then still what the change costs. */
const maxPreviewAge = hour

const isCurrency = (text: string): text is Currency => currencies.some((currency) => currency === text)

/** What a change costs, asked of Stripe, which computes it. */
export async function previewChange(money: MoneyContext, owner: PlanOwnerRef, plan: PaidPlan, priceId: string): Promise<ChangePreview> {
  const { stripe, now } = money
  const live = await findChangeable(money, owner, priceId)
  const proration_date = toSeconds(now)
  const preview = await callStripe(
    stripe.invoices.createPreview({
      subscription: live.id,
      subscription_details: { items: [{ id: live.itemId, price: priceId }], proration_behavior: 'always_invoice', proration_date },
    }),
  )
  const { amount, currency, every } = plan.price
  const { total, amount_due: due, starting_balance: balance } = preview
  // A change to less is a credit. Earlier credit pays for a change to more.
  const dueNow = total < 0 ? total : due
  const left = { text: balance < 0 ? 'Credit from before' : 'With your next invoice', amount: dueNow - total }
  return {
    dueNow: { amount: dueNow, currency: isCurrency(preview.currency) ? preview.currency : defaultCurrency },
    lines: [
      ...preview.lines.data.map((line) => ({ text: line.description ?? nameOfPlan(plan), amount: line.amount })),
      ...(left.amount === 0 ? [] : [left]),
    ],
    afterwards: { amount, currency, every },
    renewsAt: live.periodEnd,
    prorationDate: toMillis(proration_date),
  }
}

/** Changes the live subscription and charges the difference now. If the card is declined, the plan stays as it was. */
export async function changePlan(
  money: MoneyContext,
  owner: PlanOwnerRef,
  { priceId, prorationDate, userId }: { priceId: string; prorationDate: number | undefined; userId: string },
): Promise<void> {
  const { stripe, now } = money
  const live = await findChangeable(money, owner, priceId)
  await judgePayer(money.db, live, userId)
  const isRecent = prorationDate !== undefined && prorationDate <= now && now - prorationDate < maxPreviewAge
  if (prorationDate !== undefined && !isRecent) throw new AppError('OfferChanged')
  // The same change from the same state is one request, however often it is sent.
  const idempotencyKey = `plan-change:${live.id}:${live.priceId}:${priceId}:${prorationDate ?? Math.floor(now / minute)}`
  const changes = {
    items: [{ id: live.itemId, price: priceId }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    cancel_at_period_end: false,
    ...(prorationDate !== undefined && { proration_date: toSeconds(prorationDate) }),
  } satisfies Stripe.SubscriptionUpdateParams
  let changed: Stripe.Subscription
  try {
    changed = await callStripe(stripe.subscriptions.update(live.id, changes, { idempotencyKey }))
  } catch (error) {
    if (hasCode(error, 'subscription_payment_intent_requires_action', 'authentication_required'))
      throw new AppError('CardAsksPayer', { cause: error })
    if (isStripeError(error) && error.statusCode === 402) throw new AppError('CardDeclined', { cause: error })
    throw error
  }
  await storePlan(money, live.id, changed)
}
