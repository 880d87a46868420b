import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { nameOfPlan, type PaidPlan, priceIdOf } from '../../domain/payments/plans.ts'
import { readFirst, write } from '../platform/batch.ts'
import { callStripe, hasCode } from './call-stripe.ts'
import type { MoneyContext } from './money-context.ts'
import { planPrices } from './schema.ts'

/** Finds or creates the price at Stripe, and returns its id there. */
export async function ensurePrice({ db, stripe, now }: MoneyContext, plan: PaidPlan): Promise<string> {
  const id = priceIdOf(plan)
  const stored = await readFirst(db, db.select({ stripeId: planPrices.stripeId }).from(planPrices).where(eq(planPrices.id, id)))
  if (stored) return stored.stripeId
  const { data } = await callStripe(stripe.prices.list({ lookup_keys: [id], limit: 1 }))
  const stripeId = data[0]?.id ?? (await createPrice(stripe, plan, id))
  await write(db, db.insert(planPrices).values({ id, stripeId, createdAt: now }).onConflictDoNothing())
  return stripeId
}

async function createPrice(stripe: Stripe, plan: PaidPlan, id: string): Promise<string> {
  const product = `plan_${plan.uid}`
  try {
    await callStripe(stripe.products.create({ id: product, name: nameOfPlan(plan) }, { idempotencyKey: `product:${product}` }))
  } catch (error) {
    // An earlier price of the plan has created it.
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
  const { amount, currency, every } = plan.price
  const price = { product, currency, unit_amount: amount, recurring: { interval: every }, lookup_key: id }
  return (await callStripe(stripe.prices.create(price, { idempotencyKey: `price:${id}` }))).id
}
