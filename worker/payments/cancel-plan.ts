import { eq, sql } from 'drizzle-orm'
import type { PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { labelOf } from '../../domain/payments/plans.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { callStripe } from './call-stripe.ts'
import { findLivePlan } from './change-plan.ts'
import { judgePayer } from './judge-payer.ts'
import type { MoneyContext } from './money-context.ts'
import { ownerOf } from './payee.ts'
import { judgePayerRight, judgePlanRight } from './plan-rights.ts'
import type { planSubscriptions } from './schema.ts'
import { storePlan } from './store-plan.ts'
import { syncPlan } from './sync-plan.ts'

type Plan = typeof planSubscriptions.$inferSelect

/**
 * Ends a plan with the period that is paid. A plan whose payment failed ends at once, because nothing of it is paid. Whoever pays for a
 * community that they have handed over can do this too; then its owner is told.
 */
export async function cancelPlan(money: MoneyContext, owner: PlanOwnerRef, userId: string): Promise<void> {
  const { onlyPays } = await judgePayerRight(money.db, owner, userId)
  const plan = await findLivePlan(money, owner)
  const { id, status } = plan
  const isPaidFor = status === 'active' || status === 'trialing'
  const { subscriptions } = money.stripe
  const changed = await callStripe(isPaidFor ? subscriptions.update(id, { cancel_at_period_end: true }) : subscriptions.cancel(id))
  await runBatch(money.db, {
    told: onlyPays ? [await tellOwner(money, plan, isPaidFor)] : [],
    stored: await syncPlan(money, id, changed),
  })
}

/** Tells the owner of a community that whoever paid no longer does, once in a period. */
async function tellOwner({ db, now }: MoneyContext, plan: Plan, isPaidFor: boolean): Promise<Statement> {
  const team = await readFirst(db, db.select({ name: communities.name }).from(communities).where(eq(communities.id, plan.ownerId)))
  const label = labelOf(plan.planUid)
  const template = {
    name: 'plan-news' as const,
    data: {
      title: `Nobody pays for ${label} of ${team?.name ?? 'your community'} any longer`,
      text: isPaidFor
        ? 'Whoever paid until now has stopped. The plan stays until the end of the period that is paid. To keep it after that, pay with your card under Payments.'
        : 'Whoever paid until now has stopped, and the last payment had failed, so the plan has ended. You can choose a plan under Payments.',
    },
  }
  const id = `plan-stopped:${plan.id}:${plan.periodEnd}`
  return mailPerson(sql`${people.id} = ${ownerOf(sql`${plan.ownerId}`)}`, { id, platform: plan.platform, template }, { now })
}

/** Takes the cancellation back before the period is over. Nobody can make somebody else pay who has handed the community over. */
export async function resumePlan(money: MoneyContext, owner: PlanOwnerRef, userId: string): Promise<void> {
  await judgePlanRight(money.db, owner, userId)
  const plan = await findLivePlan(money, owner)
  await judgePayer(money.db, plan, userId)
  const changed = await callStripe(money.stripe.subscriptions.update(plan.id, { cancel_at_period_end: false }))
  await storePlan(money, plan.id, changed)
}
