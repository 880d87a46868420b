import type Stripe from 'stripe'
import { runBatch } from '../platform/batch.ts'
import type { MoneyContext } from './money-context.ts'
import { readPlan } from './sync-plan.ts'

/** Stores a subscription as it is at Stripe now, for an answer that must not wait for the event about it. */
export async function storePlan(
  money: Pick<MoneyContext, 'db' | 'stripe' | 'now'>,
  id: string,
  changed?: Stripe.Subscription,
): Promise<{ /** It doubles another one, so it has ended and is paid back. */ isDouble: boolean }> {
  const plan = await readPlan(money, id, changed)
  if (plan) await runBatch(money.db, { stored: plan.statements })
  return { isDouble: plan?.isDouble ?? false }
}
