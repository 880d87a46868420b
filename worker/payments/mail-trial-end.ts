import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { formatMoney } from '../../domain/format-money.ts'
import { findPlan } from '../../domain/payments/plans.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectPlanNames } from './chase-payments.ts'
import { planSubscriptions as s } from './schema.ts'

/** Says when a trial ends and what the plan costs then. Not if it was cancelled, because then nothing is charged. */
export async function mailTrialEnd({ db, now }: { db: Database; now: number }, id: string): Promise<Statement[]> {
  const isTried = and(eq(s.id, id), eq(s.status, 'trialing'), eq(s.endsAtPeriodEnd, false), isNotNull(s.trialEndsAt))
  const tried = await readFirst(db, selectPlanNames(db).where(isTried))
  const plan = tried?.planUid ? findPlan(tried.planUid) : null
  if (!tried || tried.trialEndsAt === null || !plan?.price) return []
  const data = { plan: plan.label, team: tried.team, price: `${formatMoney(plan.price)} a ${plan.price.every}`, endsAt: tried.trialEndsAt }
  const template = { name: 'plan-trial-ends' as const, data }
  return [mailPerson(sql`${people.id} = ${tried.payerId}`, { id: `plan-trial-ends:${id}`, platform: tried.platform, template }, { now })]
}
