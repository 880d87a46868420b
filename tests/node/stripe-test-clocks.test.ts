import { expect, test } from 'vitest'
import { createPrice, createWorld, day, errorOf, typesOf } from './setup/stripe-client.ts'

test('a test clock moves time until everything has happened', async () => {
  const world = createWorld()
  const { stripe } = world
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: world.now(), name: 'Renewal' })
  const customer = await stripe.customers.create({ test_clock: clock.id, payment_method: 'pm_card_visa' })
  expect(customer.test_clock).toBe(clock.id)
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
  const price = await createPrice(stripe, 1500)
  const fields = { customer: customer.id, items: [{ price }], default_payment_method: method?.id ?? '' }
  const { id } = await stripe.subscriptions.create(fields)
  const frozen_time = clock.frozen_time + 31 * day + 3600
  expect(await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })).toMatchObject({ status: 'advancing', frozen_time })
  expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({ status: 'ready', status_details: {} })
  expect((await stripe.invoices.list({ subscription: id })).data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(await typesOf(stripe)).toContain('test_helpers.test_clock.ready')
  expect(await errorOf(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time }))).toMatchObject({ param: 'frozen_time' })
  expect(await errorOf(stripe.testHelpers.testClocks.create({ frozen_time: clock.frozen_time }))).toMatchObject({ param: 'frozen_time' })
  expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
})
