import type { Pricing } from '../../domain/events/pricing-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { serveStripe } from './checkout/serve-stripe.ts'
import { serveOverhead } from './overhead/serve.ts'
import type { Figure } from './setup/figure.ts'
import { insertRows } from './setup/insert-rows.ts'
import { signIn } from './setup/read-as.ts'
import { once } from './setup/shared.ts'

const pricing: Pricing = { currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'player', refundHours: 24 }
const player = { id: 'player', name: 'A player', emailVerified: true, profileComplete: true }

/** A player holds a seat in a game of this account, and has not paid for it. */
async function addHeldSeat(db: D1Database, account: string): Promise<void> {
  const now = Date.now()
  const people = ['host', player.id].map((id) => ({ id, email: `${id}@example.com`, email_key: `${id}@example.com`, completed_at: 1 }))
  await insertRows(db, 'users', people)
  const flags = { charges_enabled: 1, details_submitted: 1, payouts_enabled: 1 }
  const payee = { user_id: 'host', stripe_id: account, kind: 'NEW', country: 'US', currency: 'usd', currently_due: '[]', ...flags }
  await insertRows(db, 'payout_accounts', [payee])
  const game = { id: 'game', creator_id: 'host', activity: 'tennis', title: 'A game', time_zone: 'UTC', state: 'published', capacity: 4 }
  await insertRows(db, 'events', [{ ...game, starts_at: now + day, ends_at: now + day + hour, pricing: JSON.stringify(pricing) }])
  const seat = { id: 'seat', event_id: game.id, user_id: player.id, state: 'paying', seats: 1, pay_until: now + hour }
  await insertRows(db, 'joiners', [{ ...seat, starts_at: now + day, joined_at: now, guests: '[]', answers: '{}' }])
}

/** What the request costs that opens the page on which a player pays. */
const openPage = once(async () => {
  const { url: sandboxUrl, account, calls } = await serveStripe()
  const { url, stop } = await serveOverhead({ environment: 'local', sandboxUrl, fill: (db) => addHeldSeat(db, account) })
  const answer = await fetch(`${url}/api/events/game/pay`, {
    method: 'POST',
    headers: { cookie: await signIn(url, player), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1575, currency: 'usd' }),
  })
  const text = await answer.text()
  await stop()
  const trips = /round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  if (!answer.ok || trips === undefined) throw new Error(`Opening the page to pay: ${answer.status} ${text}`)
  return { queries: Number(trips), calls }
})

export const figures: Figure[] = [
  {
    name: 'checkout-queries',
    unit: 'calls of D1',
    goal: { atMost: 4 },
    gating: true,
    measure: async () => (await openPage()).queries,
  },
  {
    name: 'checkout-provider-calls',
    unit: 'calls of Stripe',
    goal: { atMost: 1 },
    gating: true,
    measure: async () => {
      const { calls } = await openPage()
      return { value: calls.length, notes: calls }
    },
  },
]
