import { createHmac } from 'node:crypto'
import { compareRates } from './overhead/compare-rates.ts'
import { serveOverhead } from './overhead/serve.ts'
import { webhookSecret } from './overhead/write-config.ts'
import type { Figure } from './setup/figure.ts'

const path = '/api/payments/webhooks'
let count = 0

/** A signed event. Each one is new, because one that has arrived before writes nothing. */
function nextEvent() {
  count += 1
  const body = JSON.stringify({
    id: `evt_${count}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_800_000_000,
    data: {
      object: {
        id: `in_${count}`,
        object: 'invoice',
        lines: Array.from({ length: 20 }, (_, line) => ({ id: `il_${line}`, amount: 1500 })),
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: 'invoice.paid',
  })
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } }
}

export const figures: Figure[] = [
  {
    name: 'webhook-ack',
    unit: 'of a bare route',
    goal: { atLeast: 0.6 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead()
      const compared = await compareRates({ url: url + path, post: nextEvent }, { url: `${url}/bare${path}`, post: nextEvent }, 60, 35)
      await stop()
      return compared
    },
  },
  {
    name: 'webhook-round-trips',
    unit: 'calls of D1',
    goal: { atMost: 1 },
    gating: true,
    measure: async () => {
      const { url, stop } = await serveOverhead({ environment: 'local' })
      const answer = await fetch(url + path, { method: 'POST', ...nextEvent() })
      await stop()
      const trips = /round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
      if (!answer.ok || trips === undefined) throw new Error(`${path}: ${answer.status}`)
      return Number(trips)
    },
  },
]
