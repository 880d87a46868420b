import { beforeEach, describe, expect, test } from 'vitest'
import { createHost, createPayer, createWorld, day, errorOf, sumsOf, typesOf, type World } from './setup/stripe-client.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const pay = (fields: { payment_method?: string; customer?: string; application_fee_amount?: number } = {}, options = {}) =>
  stripe.paymentIntents.create({ amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, ...fields }, options)

describe('payments', () => {
  test('a card is charged, and the fee of Stripe is taken', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { order: '7' },
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2000, metadata: { order: '7' } })
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      metadata: { order: '7' },
      balance_transaction: { amount: 2000, fee: 88, net: 1912, status: 'pending', type: 'charge' },
    })
    expect(await typesOf(stripe)).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'])
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 1912 }] })
    world.pass(2 * day)
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 1912 }], pending: [{ amount: 0 }] })
  })

  test('the entry of a charge can be late, and an event tells when it is there', async () => {
    world.standIn.act((state) => state.changeSettings({ faults: { lateEntries: 60 } }))
    const host = await createHost(world)
    const { latest_charge } = await pay({ application_fee_amount: 100 }, host)
    expect(await stripe.charges.retrieve(latest_charge as string, {}, host)).toMatchObject({
      balance_transaction: null,
      application_fee: null,
    })
    world.pass(60)
    const booked = await stripe.charges.retrieve(latest_charge as string, { expand: ['balance_transaction'] }, host)
    expect(booked).toMatchObject({ balance_transaction: { net: 1812 }, application_fee: expect.stringMatching(/^fee_/) })
    expect((await typesOf(stripe, host)).at(-1)).toBe('charge.updated')
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('%s is declined, and the intent can be paid with another card', async (card, code, decline_code) => {
    const error = await errorOf(pay({ payment_method: card }))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const failed = error.payment_intent
    expect(failed).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
    expect(await typesOf(stripe)).toContain('payment_intent.payment_failed')
    const paid = await stripe.paymentIntents.confirm(failed?.id ?? '', { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })

  test('a card that asks waits for the person, and cannot be charged while nobody is there', async () => {
    const asked = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'https://gather.test/back',
    })
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    expect(asked.next_action?.redirect_to_url?.url).toContain(`/stripe/authenticate/acct_sandboxPlatform/${asked.id}`)
    const payer = await createPayer(stripe, 'pm_card_authenticationRequired')
    const error = await errorOf(
      stripe.paymentIntents.create({
        amount: 2000,
        currency: 'usd',
        customer: payer.id,
        payment_method: payer.invoice_settings.default_payment_method as string,
        off_session: true,
        confirm: true,
      }),
    )
    expect(error).toMatchObject({ code: 'authentication_required', statusCode: 402 })
  })

  test('a succeeded payment cannot be canceled or confirmed', async () => {
    const { id } = await pay()
    for (const call of [stripe.paymentIntents.cancel(id), stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })])
      expect(await errorOf(call)).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 })
  })

  test('a canceled payment cannot be paid', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
    expect(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({ status: 'canceled' })
    expect(await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).toMatchObject({ statusCode: 400 })
  })

  test('a card that was used without a customer cannot be used again', async () => {
    const method = await stripe.paymentMethods.create({ type: 'card', card: { number: '4242424242424242' } })
    await pay({ payment_method: method.id })
    expect((await errorOf(pay({ payment_method: method.id }))).message).toContain('may not be used again')
  })

  test.each([
    [{ amount: 49 }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ amount: -5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 10.5 }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'xyz' }, undefined, 'currency'],
    [{ application_fee_amount: 100 }, undefined, 'application_fee_amount'],
    [{ customer: 'cus_nobody' }, 'resource_missing', 'customer'],
    [{ payment_method: 'pm_nothing' }, 'resource_missing', 'payment_method'],
  ])('%o is refused', async (fields, code, param) => {
    const error = await errorOf(stripe.paymentIntents.create({ amount: 2000, currency: 'usd', ...fields }))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param })
    expect(error.code).toBe(code)
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })
})

describe('payments for a host', () => {
  test('the money goes to the host, and the fee to the platform', async () => {
    const host = await createHost(world)
    const intent = await pay({ application_fee_amount: 100 }, host)
    const charge = await stripe.charges.retrieve(
      intent.latest_charge as string,
      { expand: ['balance_transaction', 'application_fee'] },
      host,
    )
    expect(charge.application_fee).toMatchObject({ amount: 100, account: host.stripeAccount })
    const fees = await stripe.applicationFees.list({ charge: charge.id, expand: ['data.charge', 'data.account'] })
    expect(fees.data).toMatchObject([{ charge: { id: charge.id }, account: { id: host.stripeAccount, object: 'account' } }])
    expect(charge.balance_transaction).toMatchObject({ amount: 2000, fee: 188, net: 1812 })
    expect(await sumsOf(stripe)).toEqual({ balance: 100, entries: 100 })
    expect(await sumsOf(stripe, host)).toEqual({ balance: 1812, entries: 1812 })
    expect((await stripe.charges.list()).data).toEqual([])
  })

  test('a partial refund gives back its share of the fee, and the books stay right', async () => {
    const host = await createHost(world)
    const { id } = await pay({ application_fee_amount: 101 }, host)
    const first = await stripe.refunds.create(
      { payment_intent: id, amount: 700, refund_application_fee: true, reason: 'requested_by_customer' },
      host,
    )
    expect(first).toMatchObject({ status: 'succeeded', amount: 700 })
    const [fee] = (await stripe.applicationFees.list()).data
    expect(fee).toMatchObject({ amount_refunded: 35, refunded: false })
    await stripe.refunds.create({ payment_intent: id, refund_application_fee: true }, host)
    const charge = (await stripe.charges.list({ expand: ['data.refunds'] }, host)).data[0]
    expect(charge).toMatchObject({ amount_refunded: 2000, refunded: true })
    expect(charge?.refunds?.data.map(({ amount }) => amount)).toEqual([1300, 700])
    expect(await stripe.applicationFees.retrieve(fee?.id ?? '')).toMatchObject({ amount_refunded: 101, refunded: true })
    expect(await sumsOf(stripe)).toEqual({ balance: 0, entries: 0 })
    // Stripe keeps its own fee.
    expect(await sumsOf(stripe, host)).toEqual({ balance: -88, entries: -88 })
    expect(await typesOf(stripe, host)).toEqual(expect.arrayContaining(['refund.created', 'charge.refunded']))
    expect(await typesOf(stripe)).toEqual(['application_fee.created', 'application_fee.refunded', 'application_fee.refunded'])
  })

  test('the fee can be refunded by itself, and not more than once', async () => {
    const host = await createHost(world)
    await pay({ application_fee_amount: 100 }, host)
    const [fee] = (await stripe.applicationFees.list()).data
    await stripe.applicationFees.createRefund(fee?.id ?? '', { amount: 40 })
    expect(await errorOf(stripe.applicationFees.createRefund(fee?.id ?? '', { amount: 61 }))).toMatchObject({ param: 'amount' })
    await stripe.applicationFees.createRefund(fee?.id ?? '')
    expect(await sumsOf(stripe)).toEqual({ balance: 0, entries: 0 })
    expect(await sumsOf(stripe, host)).toEqual({ balance: 1912, entries: 1912 })
  })

  test('a fee of zero makes no fee, so it cannot be refunded', async () => {
    const host = await createHost(world)
    const { id } = await pay({ application_fee_amount: 0 }, host)
    expect((await stripe.applicationFees.list()).data).toEqual([])
    expect(await errorOf(stripe.refunds.create({ payment_intent: id, refund_application_fee: true }, host))).toMatchObject({
      param: 'refund_application_fee',
    })
    expect(await stripe.refunds.create({ payment_intent: id }, host)).toMatchObject({ status: 'succeeded' })
  })
})

describe('refunds', () => {
  test('more than was paid, and twice the same, are refused', async () => {
    const { id } = await pay()
    expect(await errorOf(stripe.refunds.create({ payment_intent: id, amount: 2001 }))).toMatchObject({ param: 'amount' })
    expect(await errorOf(stripe.refunds.create({ payment_intent: id, amount: 0 }))).toMatchObject({ code: 'parameter_invalid_integer' })
    await stripe.refunds.create({ payment_intent: id })
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ code: 'charge_already_refunded' })
  })

  test('after the payout, a refund waits until there is money', async () => {
    const { id } = await pay()
    world.pass(5 * day)
    expect(await sumsOf(stripe)).toEqual({ balance: 0, entries: 0 })
    const refund = await stripe.refunds.create({ payment_intent: id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds', balance_transaction: null })
    await pay()
    await pay()
    world.pass(2 * day)
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
    expect(await typesOf(stripe)).toContain('refund.updated')
    const { balance, entries } = await sumsOf(stripe)
    expect(balance).toBe(entries)
  })

  test('a bank can refuse a refund, and the money comes back', async () => {
    const { id } = await pay({ payment_method: 'pm_card_refundFail' })
    const refund = await stripe.refunds.create({ payment_intent: id })
    world.pass(60)
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(await sumsOf(stripe)).toEqual({ balance: 1912, entries: 1912 })
    expect(await typesOf(stripe)).toContain('refund.failed')
  })
})
