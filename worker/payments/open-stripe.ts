import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { Settings, StripeSettings } from '../platform/settings.ts'

export function requireStripe({ stripe }: Pick<Settings, 'stripe'>): StripeSettings {
  if (stripe === null) throw new AppError('STRIPEKEYNOTSET')
  return stripe
}

/** The package is large, so it is loaded when it is first used. */
export const loadStripe = async (): Promise<typeof Stripe> => (await import('stripe')).default

/** Opens Stripe, or its stand-in in local use. A call is never repeated here: whoever calls looks first at what has happened. */
export async function openStripe(settings: Pick<Settings, 'stripe'>): Promise<Stripe> {
  const { secretKey, sandboxUrl } = requireStripe(settings)
  const Client = await loadStripe()
  return new Client(secretKey, {
    httpClient: Client.createFetchHttpClient(),
    maxNetworkRetries: 0,
    ...(sandboxUrl !== null && readAddress(sandboxUrl)),
  })
}

const readAddress = (url: string) => {
  const { protocol, hostname, port } = new URL(url)
  return { protocol: protocol === 'https:' ? ('https' as const) : ('http' as const), host: hostname, port }
}
