import { planListKey } from '../../domain/payments/keys.ts'
import { listPlanRows } from '../../domain/payments/plan-rows.ts'
import type { PlanListName } from '../../domain/payments/plans.ts'
import { platforms } from '../../domain/platforms.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'

const withPlans = (list: PlanListName): PageContent => ({ queries: [inlineAnswer(planListKey(list), { plans: listPlanRows(list) })] })

/** The prices for communities. They are in the page, so that it needs no further request. */
export const organizerPricingPage = (): Promise<PageContent> => Promise.resolve(withPlans('teams'))

/** The prices for people on this platform. */
export const memberPricingPage = (c: AppContext): Promise<PageContent> =>
  Promise.resolve(withPlans(platforms[c.var.site.platform].planLists.user))
