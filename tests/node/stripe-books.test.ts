import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { type Books, platform } from '../../sandbox/stripe/core/books.ts'
import { paySession } from '../../sandbox/stripe/core/checkout-payment.ts'
import { decideDispute, disputeReasons, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { StripeError } from '../../sandbox/stripe/core/errors.ts'
import { failPayout } from '../../sandbox/stripe/core/payouts.ts'
import type { Change } from '../../sandbox/stripe/core/store.ts'
import { createStripe } from '../../sandbox/stripe/core/stripe.ts'
import { createHost, createPayer, createPrice, createWorld, day, sumsOf, type World } from './setup/stripe-client.ts'

const isSoak = process.env.SOAK === 'full'
const numbers = [
  '000123456789',
  '000222222227',
  '4242424242424242',
  '4000000000000002',
  '4000000000003220',
  '4000000000000259',
  '4000000000005126',
  '4000000000000077',
]
const steps = [
  'checkout',
  'press',
  'charge',
  'refund',
  'refund with fee',
  'refund fee',
  'dispute',
  'win',
  'lose',
  'fail payout',
  'pass time',
  'subscribe',
  'change plan',
  'cancel plan',
] as const

/** Most of the other steps need a payment, so payments are more frequent. */
const frequent = ['charge', 'charge', 'checkout', 'press', 'press', 'subscribe'] as const

const history = fc.array(
  fc.record({
    step: fc.constantFrom(...steps, ...frequent),
    pick: fc.nat(1000),
    amount: fc.integer({ min: 50, max: 9000 }),
    isHost: fc.boolean(),
  }),
  { minLength: 12, maxLength: 40 },
)

type Step = { step: (typeof steps)[number]; pick: number; amount: number; isHost: boolean }
type Scene = { world: World; host: { stripeAccount: string }; prices: string[]; payer: string }

const choose = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(items.length, 1)]

/** Does one step. Refusals are fine, because a random history asks for much that is not allowed. */
async function run({ world, host, prices, payer }: Scene, { step, pick, amount, isHost }: Step): Promise<void> {
  const { stripe, standIn } = world
  const options = isHost ? host : {}
  const books = <Result>(work: (books: Books) => Result) =>
    standIn.act((state) => work(state.books(isHost ? host.stripeAccount : platform)))
  const fee = isHost ? { application_fee_amount: pick % amount } : {}
  if (step === 'checkout') {
    const price_data = { currency: 'usd', unit_amount: amount, product_data: { name: 'Clinic' } }
    const fields: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      success_url: 'https://gather.test/done',
      line_items: [{ quantity: 1, price_data }],
      payment_intent_data: fee,
    }
    await stripe.checkout.sessions.create(fields, options)
  }
  if (step === 'press') {
    const session = choose(
      books((all) => all.all('checkout_session')),
      pick,
    )
    const number = choose(numbers, pick) as string
    const authentication = ([undefined, 'succeed', 'fail'] as const)[pick % 3]
    if (session) books((all) => paySession(all, session.id, { number, email: 'a@example.com', name: 'A', authentication }))
  }
  if (step === 'charge')
    await stripe.paymentIntents.create({ amount, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, ...fee }, options)
  const charge = choose(
    books((all) => all.all('charge')),
    pick,
  )
  if (step === 'refund' && charge) await stripe.refunds.create({ charge: charge.id, ...(pick % 2 ? { amount } : {}) }, options)
  if (step === 'refund with fee' && charge)
    await stripe.refunds.create({ charge: charge.id, refund_application_fee: true, ...(pick % 2 ? { amount } : {}) }, options)
  const applicationFee = choose((await stripe.applicationFees.list({ limit: 100 })).data, pick)
  if (step === 'refund fee' && applicationFee) await stripe.applicationFees.createRefund(applicationFee.id, { amount: (pick % 50) + 1 })
  if (step === 'dispute' && charge) books((all) => openDispute(all, charge.id, choose(disputeReasons, pick) ?? 'general'))
  const dispute = choose(
    books((all) => all.all('dispute')),
    pick,
  )
  if ((step === 'win' || step === 'lose') && dispute) books((all) => decideDispute(all, dispute.id, step === 'win' ? 'won' : 'lost'))
  const payout = choose(
    books((all) => all.all('payout')),
    pick,
  )
  if (step === 'fail payout' && payout) books((all) => failPayout(all, payout.id))
  if (step === 'pass time') world.pass((pick % 45) * day + pick)
  if (step === 'subscribe') await stripe.subscriptions.create({ customer: payer, items: [{ price: choose(prices, pick) as string }] })
  const subscription = choose((await stripe.subscriptions.list({ limit: 100 })).data, pick)
  if (step === 'change plan' && subscription) {
    const id = subscription.items.data[0]?.id as string
    const proration_behavior = (['always_invoice', 'create_prorations', 'none'] as const)[pick % 3] ?? 'none'
    await stripe.subscriptions.update(subscription.id, { items: [{ id, price: choose(prices, pick) as string }], proration_behavior })
  }
  if (step === 'cancel plan' && subscription)
    await stripe.subscriptions.cancel(subscription.id, { prorate: pick % 2 === 0, invoice_now: pick % 3 === 0 })
}

const isRefusal = (error: unknown) =>
  error instanceof StripeError || (error instanceof Error && error.constructor.name.startsWith('Stripe'))

async function checkLaws({ world, host }: Scene): Promise<void> {
  const { stripe, standIn } = world
  for (const options of [{}, host] as Stripe.RequestOptions[]) {
    const { balance, entries } = await sumsOf(stripe, options)
    expect(balance).toBe(entries)
  }
  const main = standIn.world.books(platform)
  for (const books of [main, standIn.world.books(host.stripeAccount)]) {
    for (const charge of books.all('charge')) {
      const refunded = books.all('refund').filter((row) => row.charge === charge.id && row.status !== 'failed')
      expect(refunded.reduce((sum, { amount }) => sum + amount, 0)).toBe(charge.amount_refunded)
      expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount)
    }
    for (const invoice of books.all('invoice')) if (invoice.status === 'paid') expect(invoice.amount_remaining).toBe(0)
    for (const session of books.all('checkout_session')) {
      const charges = books.all('charge').filter((row) => row.payment_intent === session.payment_intent && row.status === 'succeeded')
      expect(charges.length).toBe(session.payment_status === 'paid' ? 1 : 0)
    }
  }
  // What is stored for ourselves never leaves.
  for (const event of main.all('event')) expect(JSON.stringify(event)).not.toContain('"_')
  for (const fee of main.all('application_fee')) expect(fee.amount_refunded).toBeLessThanOrEqual(fee.amount)
}

test('after any history, the balance is the sum of its entries and nothing is refunded twice', { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), async (list, seed) => {
      const world = createWorld(seed)
      world.standIn.act((state) => state.changeSettings({ faults: { lateEntries: seed % 3 === 0 ? 3600 : 0 } }))
      const host = await createHost(world)
      const payer = await createPayer(world.stripe)
      const prices = [
        await createPrice(world.stripe, 1500),
        await createPrice(world.stripe, 5900),
        await createPrice(world.stripe, 4800, 'year'),
      ]
      const scene = { world, host, prices, payer: payer.id }
      for (const step of list)
        await run(scene, step).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
        })
      await checkLaws(scene)
    }),
    { numRuns: isSoak ? 2000 : 60 },
  )
})

test('what was written can be loaded again, and the clock goes on', async () => {
  const changes: Change[] = []
  let time = Date.UTC(2026, 0, 15) / 1000
  const options = { now: () => time * 1000, url: 'http://localhost/stripe' }
  const first = createStripe(options, (rows) => changes.push(...(JSON.parse(JSON.stringify(rows)) as Change[])))
  const post = (body: string) =>
    first.handle({ method: 'POST', path: '/v1/payment_intents', headers: { authorization: 'Bearer sk_test_sandbox' }, body })
  await post('amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true')
  const second = createStripe(options)
  second.load(changes)
  time += 3 * day
  second.runDue()
  const { body } = await second.handle({
    method: 'GET',
    path: '/v1/payouts',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: '',
  })
  expect(JSON.parse(body).data).toMatchObject([{ amount: 1912, status: 'in_transit' }])
})

test('a request that fails leaves nothing behind', async () => {
  const world = createWorld()
  // The SDK sends a key with each request, and the answer is kept even if it is an error.
  const written = () => [...world.standIn.world.store.dump()].filter(([, table]) => table !== 'idempotency')
  await world.stripe.checkout.sessions
    .create({
      mode: 'payment',
      success_url: 'https://gather.test/done',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 20, product_data: { name: 'Too cheap' } } }],
    })
    .catch(() => undefined)
  expect(written()).toEqual([])
})

test('a task that is refused does not hold up the others', async () => {
  const world = createWorld()
  await world.stripe.paymentIntents.create({ amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
  world.standIn.act((state) => state.books(platform).plan('payout-arrives', world.now() + 10, 'po_nothing'))
  world.pass(3 * day)
  expect((await world.stripe.payouts.list()).data).toHaveLength(1)
})
