import type { PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { callStripe } from './call-stripe.ts'
import { findLivePlan } from './change-plan.ts'
import type { MoneyContext } from './money-context.ts'
import { judgePlanRight } from './plan-rights.ts'
import { storePlan } from './store-plan.ts'

/** Ends a plan with the period that is paid. A plan whose payment failed ends at once, because nothing of it is paid. */
export async function cancelPlan(money: MoneyContext, owner: PlanOwnerRef, userId: string): Promise<void> {
  await judgePlanRight(money.db, owner, userId)
  const { id, status } = await findLivePlan(money, owner)
  const isPaidFor = status === 'active' || status === 'trialing'
  const { subscriptions } = money.stripe
  const changed = await callStripe(isPaidFor ? subscriptions.update(id, { cancel_at_period_end: true }) : subscriptions.cancel(id))
  await storePlan(money, id, changed)
}

/** Takes the cancellation back before the period is over. */
export async function resumePlan(money: MoneyContext, owner: PlanOwnerRef, userId: string): Promise<void> {
  await judgePlanRight(money.db, owner, userId)
  const { id } = await findLivePlan(money, owner)
  const changed = await callStripe(money.stripe.subscriptions.update(id, { cancel_at_period_end: false }))
  await storePlan(money, id, changed)
}
