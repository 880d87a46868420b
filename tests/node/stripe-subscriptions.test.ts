import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { confirmPayment } from '../../sandbox/stripe/core/payments.ts'
import { confirmSetup } from '../../sandbox/stripe/core/setup-intents.ts'
import { createPayer, createPrice, createWorld, day, errorOf, typesOf, type World } from './setup/stripe-client.ts'
import { invoicesOf, iso, periodOf, subscribe } from './setup/stripe-subscriptions.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const hour = 3600

describe('a subscription', () => {
  test('is paid at once, and its period is on its item', async () => {
    const { subscription } = await subscribe(stripe)
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(subscription).not.toHaveProperty('current_period_end')
    expect(periodOf(subscription)).toEqual(['2026-01-15', '2026-02-15'])
    expect(subscription.latest_invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 1500,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    })
    const [payment] = (await stripe.invoicePayments.list({ invoice: (subscription.latest_invoice as Stripe.Invoice).id })).data
    expect(payment).toMatchObject({ status: 'paid', amount_paid: 1500, payment: { type: 'payment_intent' } })
    const intent = payment?.payment.payment_intent as string
    const found = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } })
    expect(found.data.map(({ id }) => id)).toEqual([payment?.id])
  })

  test('renews each month: the invoice is a draft for an hour, and is paid then', async () => {
    const { subscription } = await subscribe(stripe)
    world.pass(31 * day)
    expect(periodOf(await stripe.subscriptions.retrieve(subscription.id))).toEqual(['2026-02-15', '2026-03-15'])
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      amount_due: 1500,
    })
    world.pass(hour)
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({ status: 'paid', attempt_count: 1 })
    world.pass(330 * day)
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(12)
    expect(periodOf(await stripe.subscriptions.retrieve(subscription.id))).toEqual(['2026-12-15', '2027-01-15'])
  })

  test('that began on the 31st comes back to the 31st', async () => {
    world.pass(16 * day)
    const { subscription } = await subscribe(stripe)
    expect(periodOf(subscription)).toEqual(['2026-01-31', '2026-02-28'])
    world.pass(28 * day)
    expect(periodOf(await stripe.subscriptions.retrieve(subscription.id))).toEqual(['2026-02-28', '2026-03-31'])
  })

  test('needs a card', async () => {
    const customer = await stripe.customers.create()
    const price = await createPrice(stripe, 1500)
    expect(await errorOf(stripe.subscriptions.create({ customer: customer.id, items: [{ price }] }))).toMatchObject({
      code: 'resource_missing',
    })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })

  test('whose first payment is declined is incomplete, and expires after 23 hours', async () => {
    const { subscription } = await subscribe(stripe, 1500, 'pm_card_chargeCustomerFail')
    expect(subscription.status).toBe('incomplete')
    world.pass(23 * hour)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
    expect(await invoicesOf(stripe, subscription.id)).toMatchObject([{ status: 'void' }])
  })

  test('leaves nothing behind if it must not be incomplete', async () => {
    const payer = await createPayer(stripe, 'pm_card_chargeCustomerFail')
    const price = await createPrice(stripe, 1500)
    const call = stripe.subscriptions.create({ customer: payer.id, items: [{ price }], payment_behavior: 'error_if_incomplete' })
    expect(await errorOf(call)).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 })
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await stripe.charges.list()).data).toEqual([])
  })

  test('waits for its payment with default_incomplete', async () => {
    const payer = await createPayer(stripe)
    const price = await createPrice(stripe, 1500)
    const subscription = await stripe.subscriptions.create({
      customer: payer.id,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.payments'],
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(subscription.status).toBe('incomplete')
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_/)
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string
    await stripe.paymentIntents.confirm(intent, { payment_method: payer.invoice_settings.default_payment_method as string })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(await typesOf(stripe)).toContain('invoice.paid')
  })

  test('with a trial costs nothing at first, warns, and is paid after it', async () => {
    const payer = await createPayer(stripe)
    const price = await createPrice(stripe, 1500)
    const { id } = await stripe.subscriptions.create({ customer: payer.id, items: [{ price }], trial_period_days: 14 })
    expect(await invoicesOf(stripe, id)).toMatchObject([{ amount_due: 0, status: 'paid' }])
    world.pass(11 * day)
    expect(await typesOf(stripe)).toContain('customer.subscription.trial_will_end')
    world.pass(3 * day + hour)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
    expect((await invoicesOf(stripe, id))[0]).toMatchObject({ amount_paid: 1500, status: 'paid' })
  })
})

describe('the end of a subscription', () => {
  test('at the end of the period can be taken back', async () => {
    const { subscription } = await subscribe(stripe)
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect(iso(ending.cancel_at ?? 0)).toBe('2026-02-15')
    const staying = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(staying).toMatchObject({ cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    world.pass(31 * day)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
    expect(await typesOf(stripe)).toContain('customer.subscription.deleted')
  })

  test('now is final', async () => {
    const { subscription, item, price } = await subscribe(stripe)
    await stripe.subscriptions.cancel(subscription.id)
    expect(await errorOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({ code: 'resource_missing', statusCode: 404 })
    expect(await errorOf(stripe.subscriptions.update(subscription.id, { items: [{ id: item, price }] }))).toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    })
    world.pass(60 * day)
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
  })

  test('comes with its customer', async () => {
    const { payer, subscription } = await subscribe(stripe)
    expect(await stripe.customers.del(payer.id)).toEqual(expect.objectContaining({ deleted: true }))
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    expect(await stripe.customers.retrieve(payer.id)).toMatchObject({ deleted: true })
  })
})

describe('a payment that fails at the renewal', () => {
  async function fallBehind() {
    const made = await subscribe(stripe)
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: made.payer.id })
    await stripe.customers.update(made.payer.id, { invoice_settings: { default_payment_method: bad.id } })
    world.pass(31 * day + hour)
    return made
  }

  test('makes the subscription past due, and paying makes it active again', async () => {
    const { payer, subscription } = await fallBehind()
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    const [invoice] = await invoicesOf(stripe, subscription.id)
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 })
    expect(invoice?.next_payment_attempt).toBe(world.now() + 3 * day)
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: payer.id })
    await stripe.customers.update(payer.id, { invoice_settings: { default_payment_method: good.id } })
    await stripe.invoices.pay(invoice?.id ?? '')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(await typesOf(stripe)).toEqual(expect.arrayContaining(['invoice.payment_failed', 'invoice.paid']))
  })

  test('is tried again on the same day, however often people try in between', async () => {
    const { subscription } = await fallBehind()
    const [before] = await invoicesOf(stripe, subscription.id)
    expect(await errorOf(stripe.invoices.pay(before?.id ?? ''))).toMatchObject({ code: 'card_declined' })
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: before?.next_payment_attempt,
    })
    world.pass(3 * day)
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({ attempt_count: 2, next_payment_attempt: world.now() + 5 * day })
  })

  test('is tried again with the new card', async () => {
    const { payer, subscription } = await fallBehind()
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: payer.id })
    await stripe.customers.update(payer.id, { invoice_settings: { default_payment_method: good.id } })
    world.pass(3 * day)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('ends the subscription after four attempts', async () => {
    const { subscription } = await fallBehind()
    world.pass(15 * day)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
  })
})

test('a card that asks each time stops a renewal, and its owner can confirm it', async () => {
  const { subscription } = await subscribe(stripe, 1500, 'pm_card_authenticationRequired')
  expect(subscription.status).toBe('incomplete')
  const intentOf = async (invoice: Stripe.Invoice | undefined) =>
    (await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })).data[0]?.payment.payment_intent as string
  const confirm = async (id: string) => {
    const [method] = (await stripe.customers.listPaymentMethods(subscription.customer as string)).data
    world.standIn.act((state) => {
      const books = state.books(platform)
      confirmPayment(books, id, { method: books.find('payment_method', method?.id ?? ''), isAuthenticated: true })
    })
  }
  await confirm(await intentOf(subscription.latest_invoice as Stripe.Invoice))
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  world.pass(31 * day + hour)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  // Stripe lists the events of 30 days, so this one is about the renewal.
  expect((await typesOf(stripe)).filter((type) => type === 'invoice.payment_action_required')).toHaveLength(1)
  const [renewal] = await invoicesOf(stripe, subscription.id)
  await confirm(await intentOf(renewal))
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a card that asks once renews without its owner', async () => {
  const payer = await createPayer(stripe, 'pm_card_authenticationRequiredOnSetup')
  const method = payer.invoice_settings.default_payment_method as string
  const setup = await stripe.setupIntents.create({ customer: payer.id, payment_method: method, confirm: true })
  expect(setup.status).toBe('requires_action')
  world.standIn.act((state) => confirmSetup(state.books(platform), setup.id, method, { isAuthenticated: true }))
  const price = await createPrice(stripe, 1500)
  const { id, status } = await stripe.subscriptions.create({ customer: payer.id, items: [{ price }] })
  expect(status).toBe('active')
  world.pass(31 * day + hour)
  expect((await invoicesOf(stripe, id))[0]).toMatchObject({ status: 'paid' })
})

test('a single invoice has a number, a page and a PDF, and can be voided', async () => {
  const payer = await createPayer(stripe)
  await stripe.invoiceItems.create({ customer: payer.id, amount: 700, currency: 'usd', description: 'Court fee' })
  const draft = await stripe.invoices.create({ customer: payer.id, pending_invoice_items_behavior: 'include' })
  expect(draft).toMatchObject({ status: 'draft', total: 700, number: null })
  const open = await stripe.invoices.finalizeInvoice(draft.id)
  expect(open.number).toMatch(/^[A-Z0-9]{8}-0001$/)
  expect(open.hosted_invoice_url).toContain('/stripe/invoices/')
  expect(open.invoice_pdf).toContain('/pdf')
  expect(await stripe.invoices.voidInvoice(draft.id)).toMatchObject({ status: 'void' })
  expect(await errorOf(stripe.invoices.pay(draft.id))).toMatchObject({ code: 'invoice_not_editable' })
})
