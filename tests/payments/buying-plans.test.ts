import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangePreview, InvoicePage, PaymentResult, PaymentsOverview } from '../../domain/payments/contract.ts'
import { type EventType, isEventType } from '../../domain/payments/webhooks.ts'
import { day } from '../../domain/time/spans.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { planEvents } from '../../worker/payments/plan-events.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { cards, startStripe } from './stand-in.ts'

collectLog()

const stripe = startStripe(() => Date.now())
let owner: Person
let team: string
let entered = 0
let time = 0
/** How many events the tests before have left. */
let seen = 0

beforeEach(async () => {
  // Stripe's clock never goes back, so the clock of a test begins where the last one ended.
  time = Math.max(time, Date.now() + 2000)
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  stripe.connect()
  seen = stripe.books().all('event').length
  // Each test has new people, because requests about money are counted for a minute.
  entered += 1
  owner = await enter(`owner-${entered}`)
  const answer = await owner.ask('/api/_local/teams', { method: 'PUT', json: { name: `Club ${entered}`, people: [owner.id] } })
  team = ((await answer.json()) as { id: string }).id
})

afterEach(() => {
  time = Date.now()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const post = (person: Person, path: string, json: unknown) => person.ask(`/api/payments${path}`, { method: 'POST', json })
const buy = (person: Person, id: string, more: object = {}) =>
  post(person, '/subscriptions', { items: [{ id, teamId: team, type: 'TEAMS', ...more }] })
const urlOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { url: string }).url
const overviewOf = async (person: Person) => (await (await person.ask('/api/payments')).json()) as PaymentsOverview
const planOf = async () => (await rowsOf(`SELECT plan, max_members AS max FROM teams WHERE id = '${team}'`))[0]
const comeBack = async (person: Person, sessionId: string) => (await (await post(person, '/return', { sessionId })).json()) as PaymentResult

/** Buys a plan, pays, and comes back. */
async function subscribe(person: Person, id: string, more: object = {}) {
  return comeBack(person, stripe.pay(await urlOf(buy(person, id, more))))
}

/** Runs the handlers of all events that the stand-in has, in this order. */
async function deliver(order: (types: { type: string; objectId: string }[]) => { type: string; objectId: string }[] = (all) => all) {
  const db = openPrimary(env.DB)
  const client = await openStripe(getSettings(env))
  const events = stripe
    .books()
    .all('event')
    .slice(seen)
    .map(({ type, data }) => ({ type: String(type), objectId: (data.object as { id: string }).id }))
  for (const event of order(events)) {
    const handle = isEventType(event.type) ? planEvents[event.type] : undefined
    const stored = {
      ...event,
      type: event.type as EventType,
      id: 'evt_1',
      endpoint: 'account' as const,
      account: null,
      createdAt: 0,
      receivedAt: 0,
    }
    if (handle) await runBatch(db, { effect: await handle({ db, stripe: client, now: Date.now(), event: stored }) })
  }
}

const subscriptionsOf = (id: string) =>
  stripe
    .books()
    .all('subscription')
    .filter(({ metadata }) => metadata.ownerId === id)

const pass = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms)
  stripe.runDue()
}

describe('A team without a paid plan', () => {
  it('gets the plan that its owner pays for, first as a trial', async () => {
    const url = await urlOf(buy(owner, 'varsity-200', { cost: 2900, subscriptionPriceId: 'varsity-200:usd:2900:month', platform: 'gth' }))
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    const result = await comeBack(owner, stripe.pay(url))
    expect(result).toMatchObject({ state: 'paid', bought: { kind: 'plan', plan: 'Varsity', team: { id: team } } })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 200 })
    const { teams } = await overviewOf(owner)
    expect(teams).toMatchObject([
      { id: team, plan: 'VARSITY', trialDays: 0, subscription: { status: 'trialing', planUid: 'varsity-200', isPayer: true } },
    ])
    await pass(15 * day)
    await deliver()
    expect((await overviewOf(owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { status: 'active' } }])
    const { invoices } = (await (await owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]).toMatchObject({ amount: 2900, currency: 'usd', status: 'paid', team: { id: team } })
  })

  it('gets the same page from two clicks, and one subscription', async () => {
    const [first, second] = await Promise.all([urlOf(buy(owner, 'varsity-50')), urlOf(buy(owner, 'varsity-50'))])
    expect(first).toBe(second)
    stripe.pay(first)
    expect(subscriptionsOf(team)).toHaveLength(1)
  })

  it('leaves only the page of the plan that was chosen last', async () => {
    const first = await urlOf(buy(owner, 'varsity-50'))
    const second = await urlOf(buy(owner, 'pro-50'))
    expect(() => stripe.pay(first)).toThrow()
    await comeBack(owner, stripe.pay(second))
    expect(await planOf()).toEqual({ plan: 'PRO', max: 50 })
  })

  it('is not billed twice if the first page was paid in another tab', async () => {
    stripe.pay(await urlOf(buy(owner, 'varsity-50')))
    const again = await buy(owner, 'pro-50')
    expect([again.status, (await readProblem(again)).code]).toEqual([409, 'PlanIsCurrent'])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    expect(subscriptionsOf(team)).toHaveLength(1)
  })

  it('has the plan by the events alone, in any order and twice', async () => {
    stripe.pay(await urlOf(buy(owner, 'varsity-50')))
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })
})

describe('What the browser says about the price', () => {
  it.each([
    ['cost', 100],
    ['subscriptionPriceId', 'varsity-50:usd:100:month'],
    ['platform', 'meh'],
    ['name', 'Pro'],
  ])('is refused if its %s differs, and nobody asks Stripe', async (field, value) => {
    const answer = await buy(owner, 'varsity-50', { [field]: value })
    expect([answer.status, (await readProblem(answer)).code]).toEqual([409, 'OfferChanged'])
    expect(stripe.calls).toEqual([])
  })

  it('is refused for another environment', async () => {
    const answer = await post(owner, '/subscriptions', {
      items: [{ id: 'varsity-50', teamId: team, type: 'TEAMS' }],
      environment: 'production',
    })
    expect((await readProblem(answer)).code).toBe('OfferChanged')
  })

  it.each([
    ['a plan that does not exist', { id: 'varsity-7' }, 404, 'PlanNotFound'],
    ['the free plan', { id: 'rookie' }, 409, 'PlanNotForSubject'],
    ['a plan of people', { id: 'gth-users-member-plus' }, 409, 'PlanNotForSubject'],
    ['a team that does not exist', { teamId: 'no-team' }, 404, 'TeamNotFound'],
    ['no team', { teamId: null }, 409, 'PlanNotForSubject'],
    ['another type', { type: 'TOURNAMENTS' }, 409, 'PlanNotForSubject'],
    ['two of them', { quantity: 2 }, 400, 'InvalidInput'],
  ])('is refused for %s', async (_, more, status, code) => {
    const answer = await buy(owner, 'varsity-50', more)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([status, code])
    expect(stripe.calls).toEqual([])
  })
})

describe('A change of plan', () => {
  beforeEach(async () => {
    await subscribe(owner, 'varsity-50')
    await pass(14 * day)
    await deliver()
  })

  it('costs to the cent what the preview says, and changes the one subscription', async () => {
    await pass(10 * day)
    const preview = (await (await post(owner, '/subscriptions/preview', { id: 'pro-200', teamId: team })).json()) as ChangePreview
    expect(preview.dueNow.amount).toBeGreaterThan(0)
    expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.dueNow.amount)
    expect(preview.afterwards).toEqual({ amount: 6900, currency: 'usd', every: 'month' })
    await pass(5 * 60_000)
    const answer = await buy(owner, 'pro-200', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: preview.prorationDate })
    expect([answer.status, await answer.json()]).toEqual([200, { url: null }])
    expect(await planOf()).toEqual({ plan: 'PRO', max: 200 })
    expect(subscriptionsOf(team)).toHaveLength(1)
    await deliver()
    const { invoices } = (await (await owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]?.amount).toBe(preview.dueNow.amount)
  })

  it('down gives a credit', async () => {
    await buy(owner, 'pro-1000', { type: 'CHANGE_TEAM_SUBSCRIPTION' })
    await pass(day)
    const preview = (await (await post(owner, '/subscriptions/preview', { id: 'varsity-50', teamId: team })).json()) as ChangePreview
    expect(preview.dueNow.amount).toBeLessThan(0)
    await buy(owner, 'varsity-50', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: preview.prorationDate })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('is refused with an old preview, to the same plan, and beside the live one', async () => {
    const old = await buy(owner, 'pro-50', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: Date.now() - day })
    expect((await readProblem(old)).code).toBe('OfferChanged')
    expect((await readProblem(await buy(owner, 'varsity-50', { type: 'CHANGE_TEAM_SUBSCRIPTION' }))).code).toBe('PlanIsCurrent')
    expect((await readProblem(await buy(owner, 'pro-50'))).code).toBe('PlanIsCurrent')
  })

  it('ends with the period if it is cancelled, and goes on if that is taken back', async () => {
    const whose = { type: 'team', id: team }
    expect((await post(owner, '/subscriptions/cancel', whose)).status).toBe(204)
    expect((await overviewOf(owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { endsAtPeriodEnd: true } }])
    expect((await post(owner, '/subscriptions/resume', whose)).status).toBe(204)
    expect((await overviewOf(owner)).teams).toMatchObject([{ subscription: { endsAtPeriodEnd: false } }])
    await post(owner, '/subscriptions/cancel', whose)
    await pass(32 * day)
    await deliver((all) => all.toReversed())
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    const none = await post(await enter(owner.id), '/subscriptions/cancel', whose)
    expect([none.status, (await readProblem(none)).title]).toEqual([404, 'No active subscription found.'])
  })
})

describe('A person', () => {
  it('buys Member Plus for the platform that they use, and no other', async () => {
    const url = await urlOf(post(owner, '/subscriptions', { items: [{ id: 'gth-users-member-plus', type: 'USER' }] }))
    expect(await comeBack(owner, stripe.pay(url))).toMatchObject({
      state: 'paid',
      bought: { plan: 'Member Plus', team: null },
      paid: { amount: 4800 },
    })
    expect(await overviewOf(owner)).toMatchObject({ userSubscription: 'Member Plus', memberPlus: { status: 'active' } })
    const other = await post(owner, '/subscriptions', { items: [{ id: 'meh-users-member-plus', type: 'USER' }] })
    expect((await readProblem(other)).code).toBe('PlanNotForSubject')
  })

  it('learns nothing about a payment of somebody else', async () => {
    const session = stripe.pay(await urlOf(buy(owner, 'varsity-50')))
    const stranger = await enter(`stranger-${entered}`)
    const answers = await Promise.all(
      [session, 'cs_test_unknown'].map(async (sessionId) => readProblem(await post(stranger, '/return', { sessionId }))),
    )
    expect(answers.map(({ status, code, title }) => ({ status, code, title }))).toEqual([
      { status: 404, code: 'PaymentNotYours', title: 'We know no such payment of yours.' },
      { status: 404, code: 'PaymentNotYours', title: 'We know no such payment of yours.' },
    ])
  })
})

it('A team that was handed over is paid by whoever adds a card, and the old card is gone', async () => {
  await subscribe(owner, 'varsity-50')
  const heir = await enter(`heir-${entered}`)
  await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'treasurer', 1)")
    .bind(team, heir.id)
    .run()
  const url = await urlOf(post(heir, '/subscriptions/card', { type: 'team', id: team }))
  await comeBack(heir, stripe.pay(url, 'other'))
  expect((await overviewOf(heir)).teams).toMatchObject([{ subscription: { isPayer: true } }])
  expect((await overviewOf(owner)).teams).toMatchObject([{ subscription: { isPayer: false } }])
  const [row] = await rowsOf(`SELECT customer_id FROM stripe_customers WHERE owner_id = '${team}'`)
  const attached = stripe
    .books()
    .all('payment_method')
    .filter(({ customer }) => customer === row?.customer_id)
  expect(attached.map(({ card }) => card?.last4)).toEqual([cards.other.slice(-4)])
})

it('If Stripe does not answer, nothing is charged and the person can try again', async () => {
  stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
  const lost = await buy(owner, 'varsity-50')
  expect([lost.status, (await readProblem(lost)).code]).toEqual([503, 'PaymentsUnavailable'])
  await subscribe(owner, 'varsity-50')
  expect(subscriptionsOf(team)).toHaveLength(1)
  expect(
    stripe
      .books()
      .all('customer')
      .filter(({ metadata }) => metadata.ownerId === team),
  ).toHaveLength(1)
})
