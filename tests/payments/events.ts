import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { type Endpoint, webhookPaths } from '../../domain/payments/webhooks.ts'
import { ask } from '../setup/client.ts'

/** The secrets of wrangler.toml. */
export const secrets: Record<Endpoint, string> = { account: 'whsec_local_account', connect: 'whsec_local_connect' }

let count = 0

/** An event as Stripe sends it. Each call makes another one. */
export function makeEvent({ type = 'invoice.paid', ...changes }: { type?: string; id?: string; account?: string } = {}) {
  count += 1
  return {
    id: `evt_${count}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_800_000_000,
    data: { object: { id: `in_${count}`, object: 'invoice' } },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...changes,
  }
}

export const seconds = () => Math.floor(Date.now() / 1000)

export const sign = (payload: string, secret: string, timestamp = seconds()) =>
  Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })

type Sending = { to?: Endpoint; signature?: string | null; headers?: Record<string, string> }

/** Sends a text to an endpoint, as Stripe does. */
export async function send(payload: string, { to = 'account', signature, headers = {} }: Sending = {}): Promise<Response> {
  const signed = signature === undefined ? await sign(payload, secrets[to]) : signature
  return ask(webhookPaths[to], {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(signed === null ? {} : { 'stripe-signature': signed }), ...headers },
  })
}

export const listRows = async (statement: string) => (await env.DB.prepare(statement).all()).results
