import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { day, hour } from '../../domain/time/spans.ts'
import type { Job } from '../../worker/env.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { consume, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { deliver, overviewOf, pass, planOf, startWithTeam, subscribe, subscriptionsOf, the } from './plan-buyer.ts'

collectLog()
const { mail } = holdQueues()
startWithTeam()

const money: Job<unknown>[] = []
let sweeps = 0
beforeEach(async () => {
  money.length = 0
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    money.push(...[...messages].map(({ body }) => body as Job<unknown>))
    return {} as never
  })
  await env.DB.exec('DELETE FROM plan_subscriptions')
})

/** One sweep. Returns the plans that it read again, which is all that it did. */
async function sweep(): Promise<unknown[]> {
  await waitForEmptyOutbox()
  money.length = 0
  sweeps += 1
  await consume('money', [{ id: `money-sweep:test-${sweeps}`, body: { kind: 'sweep' } }])
  const jobs = money.splice(0)
  await consume('money', jobs)
  await waitForEmptyOutbox()
  return jobs.map(({ body }) => body)
}

const readingOf = (subscriptionId: unknown) => ({ kind: 'read-plan', subscriptionId })
const subscription = () => {
  const [found] = subscriptionsOf(the.team)
  if (!found) throw new Error('There is no plan.')
  return found
}
const seen = async () => (await overviewOf(the.owner)).teams[0]
const client = () => openStripe(getSettings(env))

/** After how many of the next hours a sweep reads the plan again. */
async function hoursRead(hours: number): Promise<number[]> {
  const read: number[] = []
  for (let n = 1; n <= hours; n += 1) {
    pass(hour)
    if ((await sweep()).length > 0) read.push(n)
  }
  return read
}

describe('A plan of which no event has arrived', () => {
  it('has its new period after the sweep, which reads it once', async () => {
    await subscribe(the.owner, 'varsity-50')
    expect(await sweep()).toEqual([])
    pass(14 * day + 4 * hour)
    const before = (await seen())?.subscription?.periodEnd ?? 0
    expect(before).toBeLessThan(Date.now())
    expect(await sweep()).toEqual([readingOf(subscription().id)])
    expect((await seen())?.subscription).toMatchObject({ status: 'active' })
    expect((await seen())?.subscription?.periodEnd).toBeGreaterThan(Date.now())
    expect(await hoursRead(4)).toEqual([])
  })

  it('is gone after the sweep if it has ended', async () => {
    await subscribe(the.owner, 'varsity-50')
    await (await client()).subscriptions.update(subscription().id, { cancel_at_period_end: true })
    pass(14 * day + 4 * hour)
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    await sweep()
    expect([await planOf(), (await seen())?.subscription]).toEqual([{ plan: 'ROOKIE', max: 30 }, null])
    expect(await hoursRead(2)).toEqual([])
  })

  it('is known to be unpaid after the sweep, and paid again after a later one', async () => {
    await subscribe(the.owner, 'varsity-50', 'failsLater')
    pass(14 * day + 4 * hour)
    await sweep()
    expect((await seen())?.subscription).toMatchObject({ status: 'past_due', graceEndsAt: expect.any(Number) })
    const { id, customer, latest_invoice: invoice } = subscription()
    const atStripe = await client()
    const card = await atStripe.paymentMethods.attach('pm_card_visa', { customer })
    await atStripe.subscriptions.update(id, { default_payment_method: card.id })
    await atStripe.invoices.pay(String(invoice))
    expect(await hoursRead(8)).toEqual([6])
    expect((await seen())?.subscription).toMatchObject({ status: 'active', graceEndsAt: null })
  })

  it('ends with a message if Stripe has ended it because it was not paid', async () => {
    await subscribe(the.owner, 'varsity-50', 'failsLater')
    pass(14 * day + 2 * hour)
    await deliver()
    await (await client()).subscriptions.cancel(subscription().id)
    expect(await hoursRead(7)).toEqual([6])
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect(mail.map(({ body }) => body.template.name)).toEqual(['plan-ended'])
  })

  it('is read once if Stripe does not know it', async () => {
    await subscribe(the.owner, 'varsity-50')
    await rowsOf("UPDATE plan_subscriptions SET id = 'sub_gone' WHERE owner_id = ?", the.team)
    pass(14 * day + 4 * hour)
    expect(await sweep()).toEqual([readingOf('sub_gone')])
    expect(await hoursRead(2)).toEqual([])
    expect(await rowsOf("SELECT state FROM jobs WHERE id LIKE 'read-plan:sub_gone:%'")).toEqual([{ state: 'done' }])
  })
})

it('At most a hundred plans are read in an hour, the others in the next one', async () => {
  await subscribe(the.owner, 'varsity-50')
  await rowsOf(`INSERT INTO plan_subscriptions (id, owner_key, owner_kind, owner_id, platform, payer_id, item_id, price_id, status, period_start,
      period_end, ends_at_period_end, created_at, read_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
    SELECT 'sub_' || i, 'team:' || i, 'team', 'team-' || i, platform, payer_id, item_id, price_id, 'active', 1, 2, 0, 1, i FROM n, plan_subscriptions`)
  const first = await sweep()
  pass(hour)
  const second = await sweep()
  expect([first.length, second.length]).toEqual([100, 50])
  expect([first[0], second[0]]).toEqual([readingOf('sub_1'), readingOf('sub_101')])
})
