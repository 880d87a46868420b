import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPayer, createPrice, errorOf } from './setup/stripe-client.ts'
import { type Server, startServer } from './setup/stripe-server.ts'

let server: Server
let stripe: Stripe
const show: Server['show'] = (place) => server.show(place)
const send: Server['send'] = (place, fields, headers) => server.send(place, fields, headers)

beforeAll(async () => {
  server = await startServer()
  stripe = server.stripe
})
afterAll(() => server.close())

const payer = { email: 'maya@example.com', name: 'Maya Lopez' }
const good = '4242424242424242'

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
