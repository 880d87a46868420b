import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeAccount } from '../../sandbox/stripe/core/accounts.ts'
import { type Faults, platform } from '../../sandbox/stripe/core/books.ts'
import { dueDeliveries, settleDelivery, signatureOf } from '../../sandbox/stripe/core/webhooks.ts'
import { createHost, createWorld, day, endpoints, typesOf, type World } from './setup/stripe-client.ts'

let world: World
let stripe: World['stripe']
beforeEach(() => {
  world = createWorld()
  stripe = world.stripe
  world.standIn.act((state) => state.changeSettings({ webhooks: endpoints }))
})

const setFaults = (faults: Partial<Faults>) => world.standIn.act((state) => state.changeSettings({ faults }))

/** Sends everything that is due. Returns the events, as the product would read them. */
async function deliver(accept = true): Promise<Stripe.Event[]> {
  const attempts = await dueDeliveries(world.standIn.world)
  const events: Stripe.Event[] = []
  for (const { delivery, body, headers } of attempts) {
    const { secret } = endpoints[delivery.webhook]
    const provider = Stripe.createSubtleCryptoProvider()
    const signature = headers['stripe-signature'] ?? ''
    events.push(await stripe.webhooks.constructEventAsync(body, signature, secret, 300, provider, world.now() * 1000))
    world.standIn.act((state) => settleDelivery(state, delivery, accept))
  }
  return events
}

const typesDelivered = async (accept = true) => (await deliver(accept)).map(({ type }) => type)

describe('webhooks', () => {
  test('our events go to our endpoint, and those of hosts to the one of Connect', async () => {
    const host = await createHost(world)
    await stripe.customers.create({ name: 'Maya' })
    const events = await deliver()
    expect(events.map(({ type, account }) => [type, account])).toEqual([
      ['account.updated', host.stripeAccount],
      ['customer.created', undefined],
    ])
    expect(events[1]).toMatchObject({ object: 'event', api_version: '2026-10-28.endive', data: { object: { name: 'Maya' } } })
    expect(events[1]?.request?.id).toMatch(/^req_/)
    expect(await deliver()).toEqual([])
    expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(1)
  })

  test('a signature with another secret, body or time is not valid', async () => {
    const body = '{"id":"evt_1","object":"event"}'
    const provider = Stripe.createSubtleCryptoProvider()
    const check = async (text: string, secret: string, time: number) =>
      stripe.webhooks.constructEventAsync(text, await signatureOf('whsec_account', body, time), secret, 300, provider, world.now() * 1000)
    await expect(check(body, 'whsec_account', world.now())).resolves.toMatchObject({ id: 'evt_1' })
    await expect(check(body, 'whsec_connect', world.now())).rejects.toThrow('No signatures found')
    await expect(check(`${body} `, 'whsec_account', world.now())).rejects.toThrow('No signatures found')
    await expect(check(body, 'whsec_account', world.now() - 301)).rejects.toThrow('tolerance')
  })

  test('what is not accepted is sent again, for three days', async () => {
    await stripe.customers.create()
    let attempts = 0
    for (let hour = 0; hour < 100; hour += 1) {
      attempts += (await typesDelivered(false)).length
      world.pass(3600)
    }
    expect(attempts).toBe(10)
    expect(await deliver()).toEqual([])
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
  })

  test('a second attempt that is accepted is the last', async () => {
    await stripe.customers.create()
    expect(await typesDelivered(false)).toEqual(['customer.created'])
    expect(await deliver()).toEqual([])
    world.pass(300)
    expect(await typesDelivered()).toEqual(['customer.created'])
    world.pass(4 * day)
    expect(await deliver()).toEqual([])
  })

  test('an account that is not linked any more is silent, after it has said so', async () => {
    const host = await createHost(world)
    await deliver()
    await stripe.oauth.deauthorize({ client_id: 'ca_sandbox', stripe_user_id: host.stripeAccount })
    world.standIn.act((state) => completeAccount(state.books(platform), host.stripeAccount))
    expect(await typesDelivered()).toEqual(['account.application.deauthorized'])
  })
})

describe('faults', () => {
  const createThree = async () => {
    for (const name of ['A', 'B', 'C']) await stripe.customers.create({ name })
  }
  const namesOf = (events: Stripe.Event[]) => events.map(({ data }) => ('name' in data.object ? data.object.name : undefined))

  test('dropped events never arrive, but are in the list', async () => {
    setFaults({ drops: true })
    await createThree()
    world.pass(day)
    expect(await deliver()).toEqual([])
    expect(await typesOf(stripe)).toHaveLength(3)
  })

  test('doubled events arrive twice', async () => {
    setFaults({ doubles: true })
    await stripe.customers.create()
    const events = await deliver()
    expect(events.map(({ id }) => id)).toEqual([events[0]?.id, events[0]?.id])
  })

  test('delayed events arrive later', async () => {
    setFaults({ delay: 60 })
    await stripe.customers.create()
    world.pass(59)
    expect(await deliver()).toEqual([])
    world.pass(1)
    expect(await deliver()).toHaveLength(1)
  })

  test('shuffled events arrive in another order', async () => {
    setFaults({ shuffles: true })
    await createThree()
    await createThree()
    world.pass(5)
    const names = namesOf(await deliver())
    expect(names.toSorted()).toEqual(['A', 'A', 'B', 'B', 'C', 'C'])
    expect(names).not.toEqual(['A', 'B', 'C', 'A', 'B', 'C'])
  })
})
