import Stripe from 'stripe'
import { createStripe, type Stripe as StandIn } from '../../../sandbox/stripe/core/stripe.ts'
import type { Webhook } from '../../../sandbox/stripe/core/types.ts'

/** Numbers from 0 to 1 that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export type World = {
  standIn: StandIn
  stripe: Stripe
  /** Moves the clock. What was planned until then happens. */
  pass: (seconds: number) => void
  now: () => number
}

export const day = 86_400
const start = Date.UTC(2026, 0, 15, 12) / 1000

/** The stand-in in this process, and the real SDK that speaks to it. */
export function createWorld(seed = 1): World {
  let time = start
  const standIn = createStripe({ now: () => time * 1000, url: 'http://localhost:5174/stripe', random: randomFrom(seed) })
  return {
    standIn,
    stripe: clientOf(standIn),
    pass(seconds) {
      time += seconds
      standIn.runDue()
    },
    now: () => time,
  }
}

/** A client of the real SDK whose requests go to the stand-in without a network. */
function clientOf(standIn: StandIn): Stripe {
  const fetchInProcess = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input))
    const headers = Object.fromEntries(new Headers(init.headers as HeadersInit).entries())
    const body = typeof init.body === 'string' ? init.body : ''
    const answer = await standIn.handle({ method: init.method ?? 'GET', path: `${pathname}${search}`, headers, body })
    return new Response(answer.body, { status: answer.status, headers: answer.headers })
  }
  return new Stripe('sk_test_sandbox', { httpClient: Stripe.createFetchHttpClient(fetchInProcess as typeof fetch), maxNetworkRetries: 0 })
}

/** The error that a call fails with. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call should have failed.')
}

/** Someone who has a card that works. */
export async function createPayer(stripe: Stripe, card = 'pm_card_visa', options: Stripe.RequestOptions = {}): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'maya@example.com', name: 'Maya Lopez' }, options)
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id }, options)
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } }, options)
}

export async function createPrice(
  stripe: Stripe,
  amount: number,
  interval: 'month' | 'year' = 'month',
  options: Stripe.RequestOptions = {},
): Promise<string> {
  const fields = { currency: 'usd', unit_amount: amount, recurring: { interval }, product_data: { name: `Plan ${amount}` } }
  return (await stripe.prices.create(fields, options)).id
}

/** A host whose account is complete. */
export async function createHost({ stripe, standIn }: World): Promise<Stripe.RequestOptions & { stripeAccount: string }> {
  const { completeAccount } = await import('../../../sandbox/stripe/core/accounts.ts')
  const account = await stripe.accounts.create({ type: 'express', country: 'US', email: 'host@example.com' })
  standIn.act((world) => completeAccount(world.books('acct_sandboxPlatform'), account.id))
  return { stripeAccount: account.id }
}

export async function typesOf(stripe: Stripe, options: Stripe.RequestOptions = {}): Promise<string[]> {
  const types: string[] = []
  for await (const event of stripe.events.list({ limit: 100 }, options)) types.push(event.type)
  return types.toReversed()
}

/** What an account has, by its balance and by the sum of all entries. They must be the same. */
export async function sumsOf(stripe: Stripe, options: Stripe.RequestOptions = {}): Promise<{ balance: number; entries: number }> {
  const { available, pending } = await stripe.balance.retrieve({}, options)
  const balance = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
  let entries = 0
  for await (const { net } of stripe.balanceTransactions.list({ limit: 100 }, options)) entries += net
  return { balance, entries }
}

export const endpoints: Record<Webhook, { url: string; secret: string }> = {
  account: { url: 'http://localhost:1/webhooks', secret: 'whsec_account' },
  connect: { url: 'http://localhost:1/webhooks/connect', secret: 'whsec_connect' },
}
