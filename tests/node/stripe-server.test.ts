import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '../../sandbox/server.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { createPayer, createPrice, day, errorOf } from './setup/stripe-client.ts'
import { clientOf, type Server, startServer } from './setup/stripe-server.ts'

let server: Server
let stripe: Stripe
const send: Server['send'] = (place, fields) => server.send(place, fields)
const put = async (place: string, body: unknown, method = 'PUT') =>
  fetch(server.at(place), { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

/** The product, which keeps the webhooks that it receives. */
const received: { path: string | undefined; event: Stripe.Event; signature: string }[] = []
const product = createServer(async (request, response) => {
  received.push({ path: request.url, event: JSON.parse(await text(request)), signature: String(request.headers['stripe-signature']) })
  response.writeHead(200).end()
})
let productUrl: string

beforeAll(async () => {
  server = await startServer()
  stripe = server.stripe
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  product.closeAllConnections()
  product.close()
})

describe('webhooks, faults and time', () => {
  beforeEach(async () => {
    received.length = 0
    await put('/stripe/settings', {
      webhooks: {
        account: { url: `${productUrl}/ours`, secret: 'whsec_account' },
        connect: { url: `${productUrl}/connect`, secret: 'whsec_connect' },
      },
      faults: { delay: 0, doubles: false, shuffles: false, drops: false, lostAnswers: 0, failures: 0 },
    })
  })

  test('events are sent and signed', async () => {
    const { id } = await stripe.customers.create({ name: 'Zoë' })
    await expect.poll(() => received.length).toBe(1)
    const [{ event, signature } = { event: undefined, signature: '' }] = received
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id, name: 'Zoë' } } })
    const body = JSON.stringify(event, null, 2)
    expect(await stripe.webhooks.constructEventAsync(body, signature, 'whsec_account')).toMatchObject({ id: event?.id })
    await send('/stripe/actions', { account: 'acct_sandboxPlatform', kind: 'resend', id: event?.id ?? '' })
    await expect.poll(() => received.length).toBe(2)
    await expect.poll(async () => (await stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0)
  })

  test('an answer can be lost, and the same key finds it', async () => {
    await put('/stripe/settings', { faults: { lostAnswers: 1 } })
    const create = () => stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once' })
    expect(await errorOf(create())).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    const { id } = await create()
    const all = (await stripe.customers.list({ limit: 100 })).data.filter(({ name }) => name === 'Once')
    expect(all.map((customer) => customer.id)).toEqual([id])
  })

  test('settings that are wrong are refused', async () => {
    for (const body of [{ faults: { delay: -1 } }, { faults: { rain: true } }, { webhooks: { account: { url: 'x', secret: 'whsec_a' } } }])
      expect((await put('/stripe/settings', body)).status).toBe(422)
    expect((await put('/stripe/clock', { seconds: 0 }, 'POST')).status).toBe(422)
  })

  test('the clock moves a month, and what is due happens and is told', async () => {
    const customer = await createPayer(stripe)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: await createPrice(stripe, 1500) }] })
    await put('/stripe/settings', { faults: { doubles: true } })
    const before = (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0
    await put('/stripe/clock', { seconds: 32 * day }, 'POST')
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end).toBeGreaterThan(before)
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
    await put('/stripe/deliver', {}, 'POST')
    expect(received.filter(({ event }) => event.type === 'invoice.paid').length).toBeGreaterThanOrEqual(2)
  })

  test('the dashboard sets faults and the clock', async () => {
    await send('/stripe/actions', { kind: 'faults', drops: 'on', delay: '30', lostAnswers: '0', failures: '0' })
    const read = async () =>
      (await (await fetch(server.at('/stripe/settings'))).json()) as { now: number; faults: { drops: boolean; delay: number } }
    const { now, faults } = await read()
    expect(faults).toMatchObject({ drops: true, delay: 30, doubles: false })
    await send('/stripe/actions', { kind: 'clock', seconds: '3600' })
    expect((await read()).now).toBeGreaterThanOrEqual(now + 3600)
  })
})

test('the clock starts in the past only before anything has happened', async () => {
  const fresh = await startServer()
  try {
    const move = (seconds: number) =>
      fetch(fresh.at('/stripe/clock'), {
        method: 'POST',
        body: JSON.stringify({ seconds }),
        headers: { 'content-type': 'application/json' },
      })
    const now = Math.floor(Date.now() / 1000)
    expect((await move(-100 * day)).status).toBe(200)
    const { created } = await fresh.stripe.customers.create({ name: 'Early' })
    expect(Math.abs(created - (now - 100 * day))).toBeLessThan(60)
    expect((await move(-day)).status).toBe(409)
    expect((await move(100 * day)).status).toBe(200)
    expect((await fresh.stripe.customers.create({ name: 'Late' })).created).toBeGreaterThanOrEqual(now)
  } finally {
    await fresh.close()
  }
})

describe('the books', () => {
  let state: string
  beforeEach(() => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'stripe-'))
  })
  afterEach(() => rmSync(state, { recursive: true, force: true }))

  test('tell after a restart what was not told before, to the new address of the product', async () => {
    received.length = 0
    const setEndpoint = (url: string, name: string) =>
      fetch(`${url}/stripe/settings`, {
        method: 'PUT',
        body: JSON.stringify({ faults: { delay: 60 }, webhooks: { account: { url: `${productUrl}/${name}`, secret: 'whsec_account' } } }),
      })
    const first = await startSandbox({ port: 0, state })
    await setEndpoint(first.url, 'old')
    await clientOf(first).customers.create({ name: 'Told later' })
    await first.close()
    const second = await startSandbox({ port: 0, state })
    try {
      await fetch(`${second.url}/stripe/clock`, { method: 'POST', body: JSON.stringify({ seconds: 60 }) })
      expect(await (await fetch(`${second.url}/stripe/deliver`, { method: 'POST' })).json()).toEqual({ accepted: 0 })
      await setEndpoint(second.url, 'new')
      await expect.poll(() => received.map((one) => one.path)).toEqual(['/new'])
    } finally {
      await second.close()
    }
  })

  test('survive a restart, with the clock and the keys', async () => {
    const first = await startSandbox({ port: 0, state })
    await fetch(`${first.url}/stripe/clock`, { method: 'POST', body: JSON.stringify({ seconds: 40 * day }) })
    const options = { idempotencyKey: 'order-1' }
    const pay = { amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
    const intent = await clientOf(first).paymentIntents.create(pay, options)
    await first.close()
    const second = await startSandbox({ port: 0, state })
    try {
      const again = clientOf(second)
      expect((await again.paymentIntents.create(pay, options)).id).toBe(intent.id)
      expect((await again.charges.list()).data).toHaveLength(1)
      expect((await again.customers.create()).created).toBeGreaterThan(Date.now() / 1000 + 39 * day)
    } finally {
      await second.close()
    }
  })
})
