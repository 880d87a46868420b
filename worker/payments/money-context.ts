import type Stripe from 'stripe'
import type { PlatformId } from '../../domain/platforms.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { getOrigin, type Settings } from '../platform/settings.ts'
import { openStripe } from './open-stripe.ts'

/** What every command about money needs. It reads the newest rows, because an old one could charge twice. */
export type MoneyContext = {
  db: Database
  stripe: Stripe
  settings: Settings
  now: number
  newId: () => string
  platform: PlatformId
  /** Where people come back to after they have paid. */
  origin: string
}

export async function openMoney(c: AppContext): Promise<MoneyContext> {
  const { settings, site } = c.var
  return {
    db: getPrimary(c),
    stripe: await openStripe(settings),
    settings,
    ...getClock(c),
    platform: site.platform,
    origin: getOrigin(settings, site.platform),
  }
}
