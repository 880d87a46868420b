import type { PaymentsOverview, PlanOwnerKind, PlanSubscription, TeamWithPlan } from '../../domain/payments/contract.ts'
import { type PlanListName, planLists, teamSizes } from '../../domain/payments/plans.ts'
import type { Platform } from '../../domain/platforms.ts'
import { writeDate } from '../../domain/time/write-time.ts'

/** A community or a person, with their plan. */
export type PlanHolder = {
  type: PlanOwnerKind
  id: string
  /** The community; null for the viewer. */
  name: string | null
  list: PlanListName
  /** The name of the plan that they have now. */
  planName: string
  subscription: PlanSubscription | null
  /** The level of the dropdown at first: that of their plan, or the smallest into which their members fit. */
  level: number
  trialDays: number
}

const findListed = (list: PlanListName, has: { uid?: string | null | undefined; item: string }) =>
  planLists[list].find(({ uid }) => uid === has.uid) ?? planLists[list].find(({ item }) => item === has.item)

const largestLevel = teamSizes[teamSizes.length - 1] ?? 0

export function toTeamHolder({ id, name, plan, members, subscription, trialDays }: TeamWithPlan): PlanHolder {
  const list = 'teams'
  const listed = findListed(list, { uid: subscription?.planUid, item: plan })
  const paidLevel = subscription ? listed?.maxMembers : null
  return {
    ...{ type: 'team', id, name, list, subscription, trialDays },
    planName: subscription?.items[0]?.product.name ?? listed?.label ?? plan,
    level: teamSizes.find((size) => size === paidLevel) ?? teamSizes.find((size) => members <= size) ?? largestLevel,
  }
}

export function toOwnHolder({ memberPlus, userSubscription }: PaymentsOverview, userId: string, platform: Platform): PlanHolder {
  const name = memberPlus?.items[0]?.product.name
  return {
    ...{ type: 'user', id: userId, name: null, list: platform.planLists.user, subscription: memberPlus, level: 0, trialDays: 0 },
    planName: name ?? userSubscription,
  }
}

/** "December 26" */
export const writeDay = (at: number, now: number) => writeDate(at, { now }, { month: 'long', day: 'numeric' })

/** What happens next with a plan, such as the day on which it renews. Null for a free plan. */
export function describeNext({ subscription }: Pick<PlanHolder, 'subscription'>, now: number): { text: string; isWarning: boolean } | null {
  if (!subscription) return null
  const { status, endsAtPeriodEnd, periodEnd, trialEndsAt, graceEndsAt } = subscription
  if (graceEndsAt !== null) {
    return { text: `The last payment failed. Pay by ${writeDay(graceEndsAt, now)} to keep the plan.`, isWarning: true }
  }
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') {
    return { text: 'The last payment failed. Pay to get the plan back.', isWarning: true }
  }
  if (endsAtPeriodEnd) return { text: `Ends on ${writeDay(periodEnd, now)}.`, isWarning: true }
  if (status === 'trialing') return { text: `Free trial until ${writeDay(trialEndsAt ?? periodEnd, now)}.`, isWarning: false }
  return { text: `Renews on ${writeDay(periodEnd, now)}.`, isWarning: false }
}
