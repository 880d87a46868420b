import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkParams, optional, paramsOf, shape, text } from '../../sandbox/stripe/core/params.ts'
import { AnswerLost } from '../../sandbox/stripe/core/stripe.ts'
import { createHost, createWorld, day, errorOf, type World } from './setup/stripe-client.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const raw = async (method: string, path: string, { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {}) => {
  const answer = await world.standIn.handle({ method, path, headers: { authorization: 'Bearer sk_test_sandbox', ...headers }, body })
  return { ...answer, body: JSON.parse(answer.body) as { error?: Record<string, unknown>; id?: string } }
}

describe('keys and accounts', () => {
  test.each([
    [{}, 'You did not provide an API key'],
    [{ authorization: 'Bearer sk_test_wrong' }, 'Invalid API Key provided: sk_test_'],
    [{ authorization: 'Bearer sk_live_sandbox' }, 'Invalid API Key provided'],
    [{ authorization: 'Bearer pk_test_sandbox' }, 'publishable API key'],
  ])('%o is refused', async (headers, message) => {
    const answer = await world.standIn.handle({ method: 'GET', path: '/v1/balance', headers, body: '' })
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.body).error.message).toContain(message)
  })

  test('the key may also be the name of basic authentication', async () => {
    expect((await raw('GET', '/v1/balance', { headers: { authorization: `Basic ${btoa('sk_test_sandbox:')}` } })).status).toBe(200)
  })

  test('another version of the API is refused, and the answer names the version', async () => {
    expect((await raw('GET', '/v1/balance', { headers: { 'stripe-version': '2020-08-27' } })).status).toBe(400)
    const { headers } = await raw('GET', '/v1/balance')
    expect(headers).toMatchObject({ 'stripe-version': '2026-10-28.endive', 'request-id': expect.stringMatching(/^req_/) })
  })

  test('an account that is not connected cannot be used', async () => {
    expect(await errorOf(stripe.balance.retrieve({}, { stripeAccount: 'acct_nobody' }))).toMatchObject({
      type: 'StripePermissionError',
      code: 'account_invalid',
      statusCode: 403,
    })
  })

  test('each account has its own books', async () => {
    const host = await createHost(world)
    const customer = await stripe.customers.create({ name: 'Maya' }, host)
    expect(await errorOf(stripe.customers.retrieve(customer.id))).toMatchObject({ code: 'resource_missing', statusCode: 404 })
    expect(await stripe.customers.retrieve(customer.id, {}, host)).toMatchObject({ name: 'Maya' })
  })
})

describe('what is not right is refused', () => {
  test.each([
    ['GET', '/v1/nothing', '', 404, undefined, undefined],
    ['GET', '/v1/customers/%E0%A4%A', '', 404, 'resource_missing', 'id'],
    ['POST', '/v1/customers', 'colour=red', 400, 'parameter_unknown', 'colour'],
    ['POST', '/v1/customers', 'address[planet]=Mars', 400, 'parameter_unknown', 'address[planet]'],
    ['POST', '/v1/customers', '__proto__[x]=1', 400, 'parameter_unknown', '__proto__[x]'],
    ['POST', '/v1/customers', 'email=nobody', 400, 'email_invalid', 'email'],
    ['POST', '/v1/customers', 'balance=much', 400, 'parameter_invalid_integer', 'balance'],
    ['POST', '/v1/customers', 'metadata[a]=1&address=x', 400, undefined, 'address'],
    ['POST', '/v1/products', '', 400, 'parameter_missing', 'name'],
    ['POST', '/v1/products', 'name=', 400, 'parameter_invalid_empty', 'name'],
    ['POST', '/v1/products', 'name=x&active=perhaps', 400, undefined, 'active'],
    ['POST', '/v1/refunds', 'charge=ch_1&reason=mood', 400, undefined, 'reason'],
    ['POST', '/v1/payment_intents', 'currency=usd', 400, 'parameter_missing', 'amount'],
    ['POST', '/v1/checkout/sessions', 'mode=payment&payment_method_types[0]=card', 400, 'parameter_unknown', 'payment_method_types'],
    ['GET', '/v1/customers?limit=0', '', 400, 'parameter_invalid_integer', 'limit'],
    ['GET', '/v1/customers?starting_after=cus_x', '', 400, 'resource_missing', 'starting_after'],
    ['GET', '/v1/customers/cus_x', '', 404, 'resource_missing', 'id'],
    ['GET', '/v1/customers?expand=data', '', 400, undefined, 'expand'],
  ])('%s %s %s', async (method, path, body, status, code, param) => {
    const answer = await raw(method, path, { body })
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) })
    expect(answer.body.error?.code).toBe(code)
    expect(answer.body.error?.param).toBe(param)
  })
})

describe('idempotency keys', () => {
  const pay = (fields = {}, idempotencyKey = 'order-7') =>
    stripe.paymentIntents.create(
      { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, ...fields },
      { idempotencyKey },
    )

  test('the same request again gets the first answer, and charges once', async () => {
    const first = await pay()
    const second = await pay()
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('an answer that is repeated says so', async () => {
    const create = () => raw('POST', '/v1/customers', { headers: { 'idempotency-key': 'again' }, body: 'name=Maya' })
    const first = await create()
    const second = await create()
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', 'original-request': first.headers['request-id'] })
  })

  test('a declined card is declined again with the same answer', async () => {
    const declined = () => errorOf(pay({ payment_method: 'pm_card_visa_chargeDeclined' }))
    const first = await declined()
    expect(await declined()).toMatchObject({ code: 'card_declined', charge: first.charge })
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('another request with the same key is refused', async () => {
    await pay()
    expect(await errorOf(pay({ amount: 2001 }))).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    const elsewhere = stripe.customers.create({}, { idempotencyKey: 'order-7' })
    expect(await errorOf(elsewhere)).toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('a request whose parameters are wrong does not use up its key', async () => {
    expect(await errorOf(pay({ amount: -1 }))).toMatchObject({ code: 'parameter_invalid_integer' })
    expect((await pay()).status).toBe('succeeded')
  })

  test('keys of different accounts are different, and a key is forgotten after 24 hours', async () => {
    const host = await createHost(world)
    const mine = await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'k' })
    const theirs = await stripe.customers.create({ name: 'B' }, { idempotencyKey: 'k', ...host })
    expect(theirs.id).not.toBe(mine.id)
    world.pass(day)
    expect((await stripe.customers.create({ name: 'C' }, { idempotencyKey: 'k' })).name).toBe('C')
  })

  test('a lost answer can be asked for again', async () => {
    world.standIn.act((state) => state.changeSettings({ faults: { lostAnswers: 1 } }))
    await expect(
      world.standIn.handle({
        method: 'POST',
        path: '/v1/customers',
        headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': 'once' },
        body: 'name=Maya',
      }),
    ).rejects.toBeInstanceOf(AnswerLost)
    const { id } = await stripe.customers.create({ name: 'Maya' }, { idempotencyKey: 'once' })
    expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id])
  })

  test('a request can be lost before anything is done', async () => {
    world.standIn.act((state) => state.changeSettings({ faults: { lostRequests: 1 } }))
    expect(await errorOf(stripe.customers.create({ name: 'Maya' }, { idempotencyKey: 'once' }))).toMatchObject({
      type: 'StripeConnectionError',
    })
    expect((await stripe.customers.list()).data).toEqual([])
    expect((await stripe.customers.create({ name: 'Maya' }, { idempotencyKey: 'once' })).name).toBe('Maya')
  })

  test('a failure that was asked for does nothing and uses no key', async () => {
    world.standIn.act((state) => state.changeSettings({ faults: { failures: 1, failureStatus: 500 } }))
    expect(await errorOf(pay())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect((await pay()).status).toBe('succeeded')
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })
})

describe('lists, metadata and expansion', () => {
  test('pages go forward and back', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await stripe.customers.create({ name: `C${number}` })
      world.pass(10)
    }
    const names = ({ data }: Stripe.ApiList<Stripe.Customer>) => data.map(({ name }) => name)
    const first = await stripe.customers.list({ limit: 2 })
    expect([names(first), first.has_more]).toEqual([['C5', 'C4'], true])
    const next = await stripe.customers.list({ limit: 3, starting_after: first.data[1]?.id ?? '' })
    expect([names(next), next.has_more]).toEqual([['C3', 'C2', 'C1'], false])
    const back = await stripe.customers.list({ limit: 2, ending_before: next.data[2]?.id ?? '' })
    expect([names(back), back.has_more]).toEqual([['C3', 'C2'], true])
    const all: (string | null | undefined)[] = []
    for await (const customer of stripe.customers.list({ limit: 2 })) all.push(customer.name)
    expect(all).toEqual(['C5', 'C4', 'C3', 'C2', 'C1'])
    expect(names(await stripe.customers.list({ created: { gte: world.now() - 20, lt: world.now() - 10 } }))).toEqual(['C4'])
  })

  test('metadata is merged, and an empty value removes a key', async () => {
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
    expect((await stripe.customers.update(id, { metadata: { b: '', c: 3 } })).metadata).toEqual({ a: '1', c: '3' })
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })

  test('an empty value unsets a field, and the event tells what it was', async () => {
    const { id } = await stripe.customers.create({ name: 'Maya', phone: '512' })
    expect(await stripe.customers.update(id, { name: '' })).toMatchObject({ name: null, phone: '512' })
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data
    expect(event?.data.previous_attributes).toEqual({ name: 'Maya' })
    expect(event?.data.object).toMatchObject({ id, name: null })
  })

  test('fields are expanded at any depth, and nothing else is', async () => {
    const customer = await stripe.customers.create({})
    const fields = { amount: 900, currency: 'usd', customer: customer.id, payment_method: 'pm_card_visa', confirm: true }
    const { id } = await stripe.paymentIntents.create(fields)
    const [intent] = (await stripe.paymentIntents.list({ expand: ['data.latest_charge.balance_transaction.source', 'data.customer'] })).data
    expect(intent?.customer).toMatchObject({ object: 'customer', id: customer.id })
    expect(intent?.latest_charge).toMatchObject({ balance_transaction: { object: 'balance_transaction', source: { object: 'charge' } } })
    expect(await errorOf(stripe.paymentIntents.retrieve(id, { expand: ['colour'] }))).toMatchObject({ param: 'expand' })
    expect(JSON.stringify(intent)).not.toContain('"_')
  })

  test('prices and products are whole, and a key can move to a new price', async () => {
    const product = await stripe.products.create({
      name: 'Varsity',
      default_price_data: { currency: 'usd', unit_amount: 1500, recurring: { interval: 'month' } },
    })
    const old = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 100, lookup_key: 'varsity' })
    expect(old.unit_amount_decimal?.toString()).toBe('100')
    const again = { product: product.id, currency: 'usd', unit_amount: 200, lookup_key: 'varsity' }
    expect(await errorOf(stripe.prices.create(again))).toMatchObject({ code: 'resource_already_exists' })
    const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true })
    expect((await stripe.prices.list({ lookup_keys: ['varsity'], expand: ['data.product'] })).data).toMatchObject([
      { id: moved.id, product: { name: 'Varsity' } },
    ])
    expect(await errorOf(stripe.products.del(product.id))).toMatchObject({ statusCode: 400 })
  })

  test('a customer session has a secret', async () => {
    const { id } = await stripe.customers.create()
    const session = await stripe.customerSessions.create({ customer: id, components: { payment_element: { enabled: true } } })
    expect(session).toMatchObject({
      client_secret: expect.stringMatching(/^cuss_secret_/),
      components: { payment_element: { enabled: true } },
    })
  })

  test('a card is saved for later, unless it is declined', async () => {
    const { id } = await stripe.customers.create()
    const saved = await stripe.setupIntents.create({ customer: id, payment_method: 'pm_card_visa', confirm: true })
    expect(saved.status).toBe('succeeded')
    expect((await stripe.customers.listPaymentMethods(id)).data).toHaveLength(1)
    const bad = stripe.setupIntents.create({ customer: id, payment_method: 'pm_card_visa_chargeDeclined', confirm: true })
    expect(await errorOf(bad)).toMatchObject({ code: 'card_declined', statusCode: 402 })
    const method = (await stripe.customers.listPaymentMethods(id)).data[0]?.id ?? ''
    expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null })
  })
})

test('a schema cannot have a parameter that the package of Stripe does not know', () => {
  const params = paramsOf<Stripe.CustomerCreateParams>()({ name: optional(text()), address: optional(shape({ city: optional(text()) })) })
  expect(() => checkParams(params, { name: 'Maya', address: { city: 'Austin' } })).not.toThrow()
  // This tests the types: `npm run check` fails if one of these lines compiles.
  // @ts-expect-error The package has no such parameter.
  paramsOf<Stripe.CustomerCreateParams>()({ colour: optional(text()) })
  // @ts-expect-error An address has no planet.
  paramsOf<Stripe.CustomerCreateParams>()({ address: optional(shape({ planet: optional(text()) })) })
  // @ts-expect-error The amount is a number.
  paramsOf<Stripe.PaymentIntentCreateParams>()({ amount: text(), currency: text() })
})
