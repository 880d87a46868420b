import { endpoints, webhookPaths } from '../domain/payments/webhooks.ts'
import type { StripeSettings } from '../worker/platform/settings.ts'

/** Tells the Stripe of the sandbox where the product is, because that address can be another one at each start. */
export async function registerWebhooks({ webhookSecrets }: StripeSettings, sandboxUrl: string, productUrl: string): Promise<void> {
  const webhooks = endpoints.map((endpoint) => [endpoint, { url: productUrl + webhookPaths[endpoint], secret: webhookSecrets[endpoint] }])
  const answer = await fetch(`${sandboxUrl}/stripe/settings`, {
    method: 'PUT',
    body: JSON.stringify({ webhooks: Object.fromEntries(webhooks) }),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`The sandbox refused the endpoints of webhooks: ${answer.status} ${await answer.text()}`)
}
