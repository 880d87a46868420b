import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { createPayer, createPrice, day, errorOf } from './setup/stripe-client.ts'

let sandbox: Sandbox
let stripe: Stripe
const received: { event: Stripe.Event; signature: string }[] = []
let product: Server
let productUrl: string

const clientOf = ({ port }: Sandbox) =>
  new Stripe('sk_test_sandbox', {
    host: 'localhost',
    port,
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
  })

const at = (place: string) => (place.startsWith('http') ? place : `${sandbox.url}${place}`)
const show = async (place: string) => {
  const response = await fetch(at(place))
  return { status: response.status, headers: response.headers, text: (await response.text()).replace(/\s+/g, ' ') }
}
/** Sends a form of a page, as a browser would. Returns where it leads, and what the page says if it leads nowhere. */
const send = async (place: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(at(place), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })
  return { status: response.status, location: response.headers.get('location') ?? '', text: (await response.text()).replace(/\s+/g, ' ') }
}
const put = async (place: string, body: unknown, method = 'PUT') =>
  fetch(at(place), { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

const payer = { email: 'maya@example.com', name: 'Maya Lopez' }
const good = '4242424242424242'

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  stripe = clientOf(sandbox)
  product = createServer(async (request, response) => {
    received.push({ event: JSON.parse(await text(request)), signature: String(request.headers['stripe-signature']) })
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sandbox.close()
  product.closeAllConnections()
  product.close()
})

const createSession = (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 2400, product_data: { name: 'Clinic & <b>lunch</b>' } } }],
      success_url: 'http://gather.test/done?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://gather.test/back',
      ...fields,
    },
    options,
  )

describe('the checkout page', () => {
  test('shows the lines and the total, and leads back when it is paid', async () => {
    const session = await createSession()
    const shown = await show(session.url ?? '')
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Clinic &amp; &lt;b&gt;lunch&lt;/b&gt;')
    expect(shown.text).toContain('Pay $24.00</button>')
    expect(shown.text).not.toContain('<script')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    const paid = await send(session.url ?? '', { ...payer, number: good })
    expect([paid.status, paid.location]).toEqual([303, `http://gather.test/done?session_id=${session.id}`])
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    expect((await show(session.url ?? '')).text).toContain('You were not charged again.')
  })

  test('tells a declined card, and accepts another', async () => {
    const { url } = await createSession()
    const declined = await send(url ?? '', { ...payer, number: '4000000000009995' })
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('<p class="problem" role="alert">Your card has insufficient funds.</p>')
    expect((await send(url ?? '', { ...payer, number: good })).status).toBe(303)
  })

  test('asks for 3-D Secure', async () => {
    const { url, id } = await createSession()
    const fields = { ...payer, number: '4000000000003220' }
    expect((await send(url ?? '', fields)).text).toContain('Your bank asks you to confirm this payment')
    expect((await send(url ?? '', { ...fields, authentication: 'fail' })).text).toContain('unable to authenticate')
    await send(url ?? '', fields)
    expect((await send(url ?? '', { ...fields, authentication: 'succeed' })).location).toContain(id)
  })

  test('refuses a payment after the end of the session', async () => {
    const { url, id } = await createSession()
    await stripe.checkout.sessions.expire(id)
    expect((await show(url ?? '')).text).toContain('This page has expired')
    const late = await send(url ?? '', { ...payer, number: good })
    expect([late.status, late.location]).toEqual([410, ''])
  })

  test('asks for a valid email address, and cannot be used by other websites', async () => {
    const { url } = await createSession()
    expect((await send(url ?? '', { ...payer, email: 'nobody', number: good })).text).toContain('Enter a valid email address.')
    expect((await send(url ?? '', { ...payer, number: good }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    for (const place of ['/stripe/checkout/acct_sandboxPlatform/cs_nothing', '/stripe/%E0%A4%A', '/stripe/constructor'])
      expect((await show(place)).status).toBe(404)
  })
})

describe('the other pages', () => {
  test('a host fills in the form of Stripe, and the link works once', async () => {
    const { id } = await stripe.accounts.create({ type: 'express' })
    const create = () =>
      stripe.accountLinks.create({
        account: id,
        type: 'account_onboarding',
        refresh_url: 'http://gather.test/again',
        return_url: 'http://gather.test/back',
      })
    const { url } = await create()
    expect((await show(url)).text).toContain('individual.ssn_last_4')
    expect((await send(url, { choice: 'incomplete' })).location).toBe('http://gather.test/back')
    expect((await stripe.accounts.retrieve(id)).requirements?.currently_due).toEqual(['individual.verification.document'])
    expect((await send(url, { choice: 'complete' })).location).toBe('http://gather.test/again')
    expect((await send((await create()).url, { choice: 'complete' })).location).toBe('http://gather.test/back')
    expect((await stripe.accounts.retrieve(id)).charges_enabled).toBe(true)
  })

  test('a host links an account, or does not', async () => {
    const query = new URLSearchParams({
      client_id: 'ca_sandbox',
      response_type: 'code',
      scope: 'read_write',
      redirect_uri: 'http://localhost:5173/link',
      state: 's1',
    })
    const place = `/oauth/authorize?${query}`
    expect((await show(place)).text).toContain('Create and connect')
    const refused = new URL((await send(place, { cancel: 'yes' })).location)
    expect([...refused.searchParams].slice(0, 2)).toEqual([
      ['state', 's1'],
      ['error', 'access_denied'],
    ])
    const agreed = new URL((await send(place, { name: 'River Club', country: 'CA' })).location)
    expect(agreed.searchParams.get('state')).toBe('s1')
    const { stripe_user_id } = await stripe.oauth.token({ grant_type: 'authorization_code', code: agreed.searchParams.get('code') ?? '' })
    expect(await stripe.accounts.retrieve(stripe_user_id ?? '')).toMatchObject({
      country: 'CA',
      default_currency: 'cad',
      charges_enabled: true,
    })
    expect((await show('/oauth/authorize?client_id=ca_other')).status).toBe(400)
    query.set('redirect_uri', 'https://elsewhere.test/')
    expect((await show(`/oauth/authorize?${query}`)).status).toBe(400)
  })

  test('a customer ends a subscription, keeps it, and changes the card', async () => {
    const customer = await createPayer(stripe)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: await createPrice(stripe, 1500) }] })
    const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://gather.test/settings' })
    expect((await show(url)).text).toContain('Plan 1500')
    await send(url, { subscription: id, choice: 'cancel' })
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true)
    expect((await show(url)).text).toContain('Keep it')
    await send(url, { subscription: id, choice: 'keep' })
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false)
    await send(url, { number: '5555555555554444' })
    expect((await show(url)).text).toContain('mastercard ending in 4444')
  })

  test('an open invoice is paid on its page, and has a PDF', async () => {
    const customer = await createPayer(stripe, 'pm_card_chargeCustomerFail')
    const { id, latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: await createPrice(stripe, 2900) }],
      expand: ['latest_invoice'],
    })
    const { hosted_invoice_url: place, invoice_pdf } = latest_invoice as Stripe.Invoice
    expect((await show(place ?? '')).text).toContain('Pay $29.00')
    expect((await send(place ?? '', { number: '4000000000000341' })).text).toContain('Your card was declined.')
    expect((await send(place ?? '', { number: good })).status).toBe(303)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
    const pdf = await fetch(invoice_pdf ?? '')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('a payment of the API is confirmed on the page of the bank', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_threeDSecure2Required',
      confirm: true,
      return_url: 'http://gather.test/done',
    })
    const back = await send(intent.next_action?.redirect_to_url?.url ?? '', { authentication: 'succeed' })
    const { searchParams } = new URL(back.location)
    expect(searchParams.get('payment_intent')).toBe(intent.id)
    expect(searchParams.get('redirect_status')).toBe('succeeded')
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect((await show((latest_charge as Stripe.Charge).receipt_url ?? '')).text).toContain('$20.00')
  })

  test('the dashboard refunds, disputes and restricts', async () => {
    const { id: account } = await stripe.accounts.create({ type: 'express', email: 'host@example.com' })
    const press = (fields: Record<string, string>) => send('/stripe/actions', { account, ...fields })
    await press({ kind: 'complete', id: account })
    const options = { stripeAccount: account }
    const session = await createSession({ payment_intent_data: { application_fee_amount: 120 } }, options)
    await send(session.url ?? '', { ...payer, number: good })
    const [charge] = (await stripe.charges.list({}, options)).data
    expect((await show('/stripe')).text).toContain('host@example.com')
    expect((await show(`/stripe/accounts/${account}`)).text).toContain(charge?.id)
    await press({ kind: 'refund', id: charge?.id ?? '', amount: '400', withFee: 'on' })
    expect((await stripe.refunds.list({}, options)).data).toMatchObject([{ amount: 400, status: 'succeeded' }])
    expect((await press({ kind: 'refund', id: charge?.id ?? '', amount: '9999' })).location).toContain('problem=Refund%20amount')
    await press({ kind: 'dispute', id: charge?.id ?? '' })
    const [dispute] = (await stripe.disputes.list({}, options)).data
    await press({ kind: 'win', id: dispute?.id ?? '' })
    expect((await stripe.disputes.retrieve(dispute?.id ?? '', {}, options)).status).toBe('won')
    await press({ kind: 'restrict', id: account })
    expect((await stripe.accounts.retrieve(account)).charges_enabled).toBe(false)
    await press({ kind: 'revoke', id: account })
    expect(await errorOf(stripe.accounts.retrieve(account))).toMatchObject({ statusCode: 403 })
  })
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
      (await (await fetch(at('/stripe/settings'))).json()) as { now: number; faults: { drops: boolean; delay: number } }
    const { now, faults } = await read()
    expect(faults).toMatchObject({ drops: true, delay: 30, doubles: false })
    await send('/stripe/actions', { kind: 'clock', seconds: '3600' })
    expect((await read()).now).toBeGreaterThanOrEqual(now + 3600)
  })
})

describe('the books', () => {
  let state: string
  beforeEach(() => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'stripe-'))
  })
  afterEach(() => rmSync(state, { recursive: true, force: true }))

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
