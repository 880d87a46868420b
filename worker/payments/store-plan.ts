import type Stripe from 'stripe'
import { runBatch } from '../platform/batch.ts'
import type { MoneyContext } from './money-context.ts'
import { syncPlan } from './sync-plan.ts'

/** Stores a subscription as it is at Stripe now, for an answer that must not wait for the event about it. */
export async function storePlan(
  money: Pick<MoneyContext, 'db' | 'stripe' | 'now'>,
  id: string,
  changed?: Stripe.Subscription,
): Promise<void> {
  await runBatch(money.db, { stored: await syncPlan(money, id, changed) })
}
