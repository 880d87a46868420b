import { defaultCurrency } from '../money.ts'
import type { PlanRow } from './contract.ts'
import { isPaid, type PlanListName, planLists, priceIdOf } from './plans.ts'

/** The plans of a list, as they are on the wire. */
export const listPlanRows = (list: PlanListName): PlanRow[] =>
  planLists[list].map((plan) => ({
    uid: plan.uid,
    item: plan.item,
    label: plan.label,
    priceId: isPaid(plan) ? priceIdOf(plan) : null,
    cost: plan.price?.amount ?? 0,
    currency: plan.price?.currency ?? defaultCurrency,
    every: plan.price?.every ?? (list === 'teams' ? 'month' : 'year'),
    maxMembers: plan.maxMembers,
    features: [...plan.features],
  }))

/** The plans that are shown for a size: one for each item. */
export const listPlansOfSize = (plans: readonly PlanRow[], size: number): PlanRow[] =>
  plans.filter(({ priceId, maxMembers }) => priceId === null || maxMembers === null || maxMembers === size)
