import type { QueryKey } from '../query-keys.ts'
import type { PlanListAnswer } from './contract.ts'
import type { PlanListName } from './plans.ts'

export const planListKey = (list: PlanListName): QueryKey<PlanListAnswer> => ['payments', 'plans', list]

/** What somebody has paid, of all kinds. Any payment changes it. */
export const paymentHistoryKey = ['payments', 'history'] as const
