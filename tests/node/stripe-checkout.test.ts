import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { type Payer, paySession } from '../../sandbox/stripe/core/checkout-payment.ts'
import { StripeError } from '../../sandbox/stripe/core/errors.ts'
import { createHost, createPayer, createPrice, createWorld, errorOf, sumsOf, typesOf, type World } from './setup/stripe-client.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const minute = 60
const hour = 60 * minute
const lines = [
  { quantity: 2, price_data: { currency: 'usd', unit_amount: 1200, product_data: { name: 'Paid clinic' } } },
  { quantity: 1, price_data: { currency: 'usd', unit_amount: 99, product_data: { name: 'Booking fee' } } },
]
const create = (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      ui_mode: 'hosted_page',
      line_items: lines,
      success_url: 'https://gather.test/done?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://gather.test/back',
      ...fields,
    },
    options,
  )

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000000000003220',
  late: '4000000000000341',
  bank: '000123456789',
  emptyBank: '000222222227',
}
const press = (session: string, card: keyof typeof cards, authentication?: Payer['authentication'], account = platform) =>
  world.standIn.act((state) =>
    paySession(state.books(account), session, { number: cards[card], email: 'maya@example.com', name: 'Maya Lopez', authentication }),
  )

describe('a session for a payment', () => {
  test('is paid on its page', async () => {
    const session = await create({
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      payment_intent_data: { metadata: { order: '7' } },
    })
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 2499, payment_intent: null, mode: 'payment' })
    expect(session.url).toContain(`/stripe/checkout/acct_sandboxPlatform/${session.id}`)
    expect(session.expires_at).toBe(world.now() + 24 * hour)
    press(session.id, 'good')
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'payment_intent.latest_charge'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'order-7',
      customer_details: { email: 'maya@example.com', name: 'Maya Lopez' },
      payment_intent: { status: 'succeeded', amount: 2499, metadata: { order: '7' }, latest_charge: { metadata: { order: '7' } } },
    })
    expect(paid.line_items?.data.map(({ description, quantity, amount_total }) => [description, quantity, amount_total])).toEqual([
      ['Paid clinic', 2, 2400],
      ['Booking fee', 1, 99],
    ])
    expect((await typesOf(stripe)).slice(-4)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(() => press(session.id, 'good')).toThrow('status complete')
    expect(await errorOf(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 })
  })

  test('for a host charges the host, with a fee for the platform', async () => {
    const host = await createHost(world)
    const session = await create({ payment_intent_data: { application_fee_amount: 125 } }, host)
    press(session.id, 'good', undefined, host.stripeAccount)
    expect(await sumsOf(stripe)).toEqual({ balance: 125, entries: 125 })
    expect((await stripe.checkout.sessions.list({ status: 'complete' }, host)).data).toHaveLength(1)
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('stays open after a declined card', async () => {
    const session = await create()
    expect(() => press(session.id, 'declined')).toThrow('Your card was declined.')
    const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(open).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: { status: 'requires_payment_method' } })
    press(session.id, 'good')
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    expect((await stripe.charges.list()).data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  test('asks for 3-D Secure, and is paid when the person agrees', async () => {
    const session = await create()
    expect(press(session.id, 'asks')).toEqual({ state: 'asks' })
    expect(() => press(session.id, 'asks', 'fail')).toThrow('unable to authenticate')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    expect(press(session.id, 'asks')).toEqual({ state: 'asks' })
    expect(press(session.id, 'asks', 'succeed')).toMatchObject({ state: 'complete' })
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('by bank debit is complete before anyone knows whether the money arrives', async () => {
    const session = await create({ payment_intent_data: { metadata: { order: '7' } } })
    press(session.id, 'bank')
    const waiting = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid', payment_intent: { status: 'processing' } })
    const intent = (waiting.payment_intent as Stripe.PaymentIntent).id
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({ statusCode: 400 })
    expect(await errorOf(stripe.paymentIntents.cancel(intent))).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(await sumsOf(stripe)).toEqual({ balance: 0, entries: 0 })
    world.pass(4 * 24 * hour)
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    expect(await sumsOf(stripe)).toEqual({ balance: 2479, entries: 2479 })
    expect(await typesOf(stripe)).toEqual(
      expect.arrayContaining(['checkout.session.completed', 'payment_intent.processing', 'checkout.session.async_payment_succeeded']),
    )
  })

  test('by bank debit stays unpaid when the bank refuses after days', async () => {
    const session = await create()
    press(session.id, 'emptyBank')
    world.pass(4 * 24 * hour)
    const failed = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
    expect(failed).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', latest_charge: { status: 'failed', failure_code: 'insufficient_funds' } },
    })
    expect(await typesOf(stripe)).toContain('checkout.session.async_payment_failed')
    expect(await sumsOf(stripe)).toEqual({ balance: 0, entries: 0 })
  })

  test('ends by itself, and its payment with it', async () => {
    const session = await create({ expires_at: world.now() + 31 * minute })
    expect(press(session.id, 'asks')).toEqual({ state: 'asks' })
    world.pass(31 * minute)
    const ended = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
    expect(ended).toMatchObject({ status: 'expired', url: null, payment_status: 'unpaid', payment_intent: { status: 'canceled' } })
    expect(() => press(session.id, 'good')).toThrow('status expired')
    expect(await typesOf(stripe)).toContain('checkout.session.expired')
  })

  test('can be ended before it is paid', async () => {
    const session = await create()
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired' })
    expect(() => press(session.id, 'good')).toThrow('status expired')
    expect((await stripe.charges.list()).data).toEqual([])
  })

  test('makes a customer and an invoice if it was asked to', async () => {
    const session = await create({ customer_creation: 'always', invoice_creation: { enabled: true } })
    press(session.id, 'good')
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'invoice'] })
    expect(paid.customer).toMatchObject({ email: 'maya@example.com' })
    expect(paid.invoice).toMatchObject({ status: 'paid', amount_paid: 2499 })
  })

  test.each([
    ['29 minutes', { expires_at: 29 * minute }, 'expires_at'],
    ['25 hours', { expires_at: 25 * hour }, 'expires_at'],
  ])('cannot live for %s', async (_, { expires_at }, param) => {
    expect(await errorOf(create({ expires_at: world.now() + expires_at }))).toMatchObject({ param, statusCode: 400 })
  })

  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string | undefined]>([
    [
      'an amount below the minimum',
      { line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 49, product_data: { name: 'x' } } }] },
      'line_items',
    ],
    ['no lines', { line_items: [] }, 'line_items'],
    [
      'a fee for the platform itself',
      { payment_intent_data: { application_fee_amount: 5 } },
      'payment_intent_data[application_fee_amount]',
    ],
    ['data of a subscription', { subscription_data: { trial_period_days: 3 } }, 'subscription_data'],
    ['a customer and an email', { customer: 'cus_x', customer_email: 'a@example.com' }, 'customer_email'],
    ['an unknown customer', { customer: 'cus_x' }, 'customer'],
    ['another way to show it', { ui_mode: 'embedded_page' }, 'ui_mode'],
    ['an address that is none', { success_url: 'done' }, 'success_url'],
  ])('is refused with %s', async (_, fields, param) => {
    expect(await errorOf(create(fields))).toMatchObject({ type: 'StripeInvalidRequestError', param })
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
  })
})

describe('a session for a subscription', () => {
  const subscribe = async (fields: Stripe.Checkout.SessionCreateParams['subscription_data'] = {}) => {
    const price = await createPrice(stripe, 2900)
    return create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { team: 't1' }, ...fields },
    })
  }

  test('creates the customer, the subscription and a paid invoice', async () => {
    const session = await subscribe()
    press(session.id, 'good')
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice', 'customer'] })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      subscription: { status: 'active', metadata: { team: 't1' } },
      invoice: { status: 'paid', amount_paid: 2900 },
      customer: { email: 'maya@example.com' },
    })
  })

  test('with a trial needs no payment yet', async () => {
    const session = await subscribe({ trial_period_days: 14 })
    expect(session.amount_total).toBe(0)
    press(session.id, 'good')
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ payment_status: 'no_payment_required', subscription: { status: 'trialing' } })
  })

  test.each(['declined', 'late', 'bank'] as const)('leaves no subscription when the card is %s', async (card) => {
    const session = await subscribe()
    expect(() => press(session.id, card)).toThrow(StripeError)
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('asks for 3-D Secure first', async () => {
    const session = await subscribe()
    expect(press(session.id, 'asks')).toEqual({ state: 'asks' })
    expect(() => press(session.id, 'asks', 'fail')).toThrow('unable to authenticate')
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    press(session.id, 'asks', 'succeed')
    expect((await stripe.subscriptions.list()).data).toHaveLength(1)
  })

  test('needs a price that recurs', async () => {
    expect(await errorOf(create({ mode: 'subscription' }))).toMatchObject({ param: 'line_items' })
    const price = await createPrice(stripe, 2900)
    expect(await errorOf(create({ line_items: [{ price, quantity: 1 }] }))).toMatchObject({ param: 'line_items' })
  })
})

test('a session saves a card', async () => {
  const payer = await createPayer(stripe)
  const session = await create({ mode: 'setup', line_items: [], currency: 'usd', customer: payer.id })
  expect(session).toMatchObject({ amount_total: null, payment_status: 'no_payment_required' })
  press(session.id, 'good')
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
  expect(done).toMatchObject({ status: 'complete', setup_intent: { status: 'succeeded', customer: payer.id } })
  expect((await stripe.customers.listPaymentMethods(payer.id)).data).toHaveLength(2)
})

test('a person may manage their subscription on a page', async () => {
  const payer = await createPayer(stripe)
  const session = await stripe.billingPortal.sessions.create({ customer: payer.id, return_url: 'https://gather.test/settings' })
  expect(session.url).toContain('/stripe/portal/acct_sandboxPlatform/bps_')
})
