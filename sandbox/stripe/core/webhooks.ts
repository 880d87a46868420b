import { platform, type World } from './books.ts'
import { withoutHidden } from './events.ts'
import type { Delivery } from './types.ts'

/** One request to an endpoint of the product, as it must be sent. */
export type Attempt = { delivery: Delivery; url: string; headers: Record<string, string>; body: string }

const minute = 60
const hour = 60 * minute
/** How long to wait after each failed attempt. From then on it is 12 hours. */
const waits = [5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]
const patience = 72 * hour

/** The deliveries that are due, signed with the time of now. Without an endpoint, they wait. */
export async function dueDeliveries(world: World, limit = 100): Promise<Attempt[]> {
  const due = world.store
    .all(platform, 'delivery')
    .filter(({ state, nextAt, webhook }) => state === 'waiting' && nextAt <= world.now && world.settings.webhooks[webhook])
    .toSorted((a, b) => a.nextAt - b.nextAt)
    .slice(0, limit)
  return Promise.all(due.map((delivery) => sign(world, delivery)))
}

async function sign(world: World, delivery: Delivery): Promise<Attempt> {
  const { url = '', secret = '' } = world.settings.webhooks[delivery.webhook] ?? {}
  const event = world.store.get(delivery.account, 'event', delivery.event)
  const body = JSON.stringify(withoutHidden(event ?? {}), null, 2)
  const signature = await signatureOf(secret, body, world.now)
  return { delivery, url, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }, body }
}

/** The header `stripe-signature` for a body. */
export async function signatureOf(secret: string, body: string, time: number): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(`${time}.${body}`)))
  return `t=${time},v1=${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Records how an attempt ended. One that failed is tried again, for three days after the event. */
export function settleDelivery(world: World, { id }: Delivery, wasAccepted: boolean): void {
  const delivery = world.store.get(platform, 'delivery', id)
  if (!delivery) return
  const event = world.store.get(delivery.account, 'event', delivery.event)
  if (wasAccepted) {
    world.store.drop(platform, 'delivery', id)
    if (event) world.store.put(delivery.account, 'event', { ...event, pending_webhooks: 0 })
    return
  }
  const attempts = delivery.attempts + 1
  const nextAt = world.now + (waits[attempts - 1] ?? 12 * hour)
  const isOver = nextAt > (event?.created ?? 0) + patience
  world.store.put(platform, 'delivery', { ...delivery, attempts, nextAt, state: isOver ? 'failed' : 'waiting' })
}
