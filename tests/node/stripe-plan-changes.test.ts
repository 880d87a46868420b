import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPrice, createWorld, day, errorOf, type World } from './setup/stripe-client.ts'
import { invoicesOf, periodOf, subscribe } from './setup/stripe-subscriptions.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
})

const hour = 3600

describe('a change of plan', () => {
  test.each([
    ['up', 1500, 2900, 10],
    ['down', 5900, 1500, 20],
    ['by odd amounts', 1733, 4127, 7],
  ])('%s costs to the cent what its preview says', async (_, from, to, days) => {
    const { payer, subscription, item } = await subscribe(stripe, from)
    const price = await createPrice(stripe, to)
    world.pass(days * day + 4321)
    const proration_date = world.now()
    const change = { items: [{ id: item, price }], proration_behavior: 'always_invoice', proration_date }
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change })
    expect((await invoicesOf(stripe, subscription.id)).length).toBe(1)
    world.pass(6 * hour)
    const changed = await stripe.subscriptions.update(subscription.id, { ...change, expand: ['latest_invoice'] })
    const invoice = changed.latest_invoice as Stripe.Invoice
    expect(invoice.billing_reason).toBe('subscription_update')
    expect(invoice.total).toBe(preview.total)
    expect(invoice.amount_due).toBe(preview.amount_due)
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual(preview.lines.data.map(({ amount }) => amount))
    expect(invoice.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1])
    const { balance } = (await stripe.customers.retrieve(payer.id)) as Stripe.Customer
    expect(balance).toBe(Math.min(invoice.total, 0))
    expect(changed.items.data[0]?.price.id).toBe(price)
    expect(periodOf(changed)).toEqual(periodOf(subscription))
  })

  test('without always_invoice, the difference is on the next invoice', async () => {
    const { subscription, item } = await subscribe(stripe, 1500)
    const price = await createPrice(stripe, 2900)
    world.pass(15.5 * day)
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item, price }], proration_date: world.now() },
    })
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price }] })
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
    expect((await stripe.invoiceItems.list({ pending: true })).data.map(({ amount }) => amount)).toEqual([1450, -750])
    world.pass(15.5 * day + hour)
    const [invoice] = await invoicesOf(stripe, subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', total: 2900 + 700 })
    expect(invoice?.total).toBe(preview.total)
  })

  test('the credit of a cheaper plan pays the next invoices', async () => {
    const { payer, subscription, item } = await subscribe(stripe, 12_900)
    const price = await createPrice(stripe, 1500)
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price }], proration_behavior: 'always_invoice' })
    expect(await stripe.customers.retrieve(payer.id)).toMatchObject({ balance: -11_400 })
    world.pass(31 * day + hour)
    expect((await invoicesOf(stripe, subscription.id))[0]).toMatchObject({ status: 'paid', total: 1500, amount_due: 0, amount_paid: 0 })
    expect(await stripe.customers.retrieve(payer.id)).toMatchObject({ balance: -9900 })
  })

  test('to another interval starts a new period, which is paid at once', async () => {
    const { subscription, item } = await subscribe(stripe, 1500)
    const yearly = await createPrice(stripe, 15_000, 'year')
    world.pass(10 * day)
    const changed = await stripe.subscriptions.update(subscription.id, { items: [{ id: item, price: yearly }], expand: ['latest_invoice'] })
    expect(periodOf(changed)).toEqual(['2026-01-25', '2027-01-25'])
    expect((changed.latest_invoice as Stripe.Invoice).total).toBe(15_000 - Math.round((1500 * 21) / 31))
  })

  test('with a declined card is undone if it must not be incomplete', async () => {
    const { payer, subscription, item } = await subscribe(stripe, 1500)
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: payer.id })
    await stripe.customers.update(payer.id, { invoice_settings: { default_payment_method: bad.id } })
    const price = await createPrice(stripe, 2900)
    const change = { items: [{ id: item, price }], proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
    expect(await errorOf(stripe.subscriptions.update(subscription.id, change))).toMatchObject({ code: 'card_declined' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.unit_amount).toBe(1500)
    expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
  })
})
