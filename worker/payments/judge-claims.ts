import { AppError } from '../../domain/errors.ts'
import type { Claims } from '../../domain/payments/claims.ts'
import type { AppContext } from '../platform/context.ts'
import type { MoneyContext } from './money-context.ts'
import { environmentOf } from './plan-rights.ts'

/** What is true of a payment. What it does not have is null, such as the price of a plan for a seat. */
type Ours = { uid: string | null; cost?: number; subscriptionPriceId?: string; fee?: number; account?: string | null }

/** Refuses a request that says something else about a payment than what we would do. Call it before anything is stored or asked of Stripe. */
export function judgeClaims({ platform, settings }: Pick<MoneyContext, 'platform' | 'settings'>, said: Claims, ours: Ours): void {
  const { uid, cost = null, subscriptionPriceId = null, fee = null, account = null } = ours
  const all = { uid, cost, subscriptionPriceId, fee, account, platform, environment: environmentOf(settings) }
  const isOurs = Object.entries(all).every(([key, value]) => {
    const claim = said[key as keyof Claims]
    return claim === undefined || claim === value
  })
  if (!isOurs) throw new AppError('OfferChanged')
}

/** The same for a request that needs nothing else about money before it is judged. */
export const judgeRequest = ({ var: { site, settings } }: AppContext, said: Claims, ours: Ours): void =>
  judgeClaims({ platform: site.platform, settings }, said, ours)
