import { checkSettings, readLocalVars } from '../../scripts/read-local-settings.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import type { Database } from '../../worker/platform/database.ts'
import { getOrigin, type Settings } from '../../worker/platform/settings.ts'

export type DemoSandbox = { settings: Settings; openAt: (time: number) => MoneyContext }

/** The Stripe of the sandbox at a time of the world. Null without it, or with keys of the real Stripe. */
export async function openSandbox(db: Database): Promise<DemoSandbox | null> {
  const settings = readSandboxSettings()
  if (!settings) return null
  const stripe = await openStripe(settings)
  const openAt = (time: number): MoneyContext => ({
    ...{ db, stripe, settings, now: time, newId: () => crypto.randomUUID() },
    ...{ platform: 'gth', origin: getOrigin(settings, 'gth') },
  })
  return { settings, openAt }
}

function readSandboxSettings(): Settings | null {
  const { SANDBOX_URL } = process.env
  if (!SANDBOX_URL) return null
  const checked = checkSettings({ ...readLocalVars(), SANDBOX_URL })
  if ('fault' in checked) throw new Error(checked.fault)
  return checked.settings.stripe?.sandboxUrl ? checked.settings : null
}
