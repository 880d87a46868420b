import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { keysOfPerson } from '../../domain/payments/plan-owner.ts'
import { planLists, type UserPlanItem } from '../../domain/payments/plans.ts'
import { graceDuration } from '../../domain/payments/subscription-states.ts'
import { inList } from '../platform/columns.ts'
import { planSubscriptions as s } from './schema.ts'

/** A plan is paid or tried, or a payment failed not long ago. The same as `isEntitled`. */
export const isEntitledRow = (now: number, { status, pastDueSince }: { status: SQLWrapper; pastDueSince: SQLWrapper } = s): SQL =>
  sql`(${status} IN ('trialing', 'active') OR (${status} = 'past_due' AND ${pastDueSince} > ${now - graceDuration}))`

/** The person has this plan now, on one of the platforms. */
export const hasUserPlan = (item: UserPlanItem, userId: string, now: number): SQL => {
  const uids = Object.values(planLists).flatMap((list) => list.filter((plan) => plan.item === item).map(({ uid }) => uid))
  return sql`EXISTS (SELECT 1 FROM ${s} WHERE ${inList(s.ownerKey, keysOfPerson(userId))} AND ${inList(s.planUid, uids)} AND ${isEntitledRow(now)})`
}
