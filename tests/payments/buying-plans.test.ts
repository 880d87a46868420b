import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangePreview, InvoicePage } from '../../domain/payments/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { failRefund } from '../../sandbox/stripe/core/refunds.ts'
import { findStuckMoney } from '../../worker/ledger/find-stuck-money.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { enter, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import {
  buy,
  comeBack,
  deliver,
  overviewOf,
  pass,
  planOf,
  post,
  startWithTeam,
  stripe,
  subscribe,
  subscriptionsOf,
  the,
  urlOf,
} from './plan-buyer.ts'
import { cards } from './stand-in.ts'

collectLog()
startWithTeam()

describe('A team without a paid plan', () => {
  it('gets the plan that its owner pays for, first as a trial', async () => {
    const url = await urlOf(
      buy(the.owner, 'varsity-200', { cost: 2900, subscriptionPriceId: 'varsity-200:usd:2900:month', platform: 'gth' }),
    )
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    const result = await comeBack(the.owner, stripe.pay(url))
    expect(result).toMatchObject({ state: 'paid', bought: { kind: 'plan', plan: 'Varsity', team: { id: the.team } } })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 200 })
    const { teams } = await overviewOf(the.owner)
    expect(teams).toMatchObject([
      { id: the.team, plan: 'VARSITY', trialDays: 0, subscription: { status: 'trialing', planUid: 'varsity-200', isPayer: true } },
    ])
    pass(15 * day)
    await deliver()
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { status: 'active' } }])
    const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]).toMatchObject({ amount: 2900, currency: 'usd', status: 'paid', team: { id: the.team } })
  })

  it('gets the same page from two clicks, and one subscription', async () => {
    const [first, second] = await Promise.all([urlOf(buy(the.owner, 'varsity-50')), urlOf(buy(the.owner, 'varsity-50'))])
    expect(first).toBe(second)
    stripe.pay(first)
    expect(subscriptionsOf(the.team)).toHaveLength(1)
  })

  it('can be paid on our other platform, and then no longer on the first one', async () => {
    const first = await urlOf(buy(the.owner, 'varsity-50'))
    const onMeh = { method: 'POST', origin: 'http://meh.localhost:5173' }
    const json = { items: [{ id: 'varsity-50', teamId: the.team, type: 'TEAMS' }] }
    const second = await urlOf(the.owner.ask('/api/payments/subscriptions', { ...onMeh, json }))
    expect(() => stripe.pay(first)).toThrow()
    await comeBack(the.owner, stripe.pay(second))
    expect(subscriptionsOf(the.team)).toHaveLength(1)
  })

  it('leaves only the page of the plan that was chosen last', async () => {
    const first = await urlOf(buy(the.owner, 'varsity-50'))
    const second = await urlOf(buy(the.owner, 'pro-50'))
    expect(() => stripe.pay(first)).toThrow()
    await comeBack(the.owner, stripe.pay(second))
    expect(await planOf()).toEqual({ plan: 'PRO', max: 50 })
  })

  it('gets another page if the one of the same plan has ended at Stripe, and we did not learn it', async () => {
    const first = await urlOf(buy(the.owner, 'varsity-50'))
    const client = await openStripe(getSettings(env))
    await client.checkout.sessions.expire(new URL(first).pathname.split('/').at(-1) ?? '')
    const second = await urlOf(buy(the.owner, 'varsity-50'))
    expect(second).not.toBe(first)
    expect(await urlOf(buy(the.owner, 'varsity-50'))).toBe(second)
    await comeBack(the.owner, stripe.pay(second))
    expect([await planOf(), subscriptionsOf(the.team).length]).toEqual([{ plan: 'VARSITY', max: 50 }, 1])
  })

  it('hears that it has the plan if its page was paid in another tab', async () => {
    stripe.pay(await urlOf(buy(the.owner, 'varsity-50')))
    expect((await readProblem(await buy(the.owner, 'varsity-50'))).code).toBe('PlanIsCurrent')
    expect([await planOf(), subscriptionsOf(the.team).length]).toEqual([{ plan: 'VARSITY', max: 50 }, 1])
  })

  it('is not billed twice if the first page was paid in another tab', async () => {
    stripe.pay(await urlOf(buy(the.owner, 'varsity-50')))
    const again = await buy(the.owner, 'pro-50')
    expect([again.status, (await readProblem(again)).code]).toEqual([409, 'PlanIsCurrent'])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    expect(subscriptionsOf(the.team)).toHaveLength(1)
  })

  it('has the plan by the events alone, in any order and twice', async () => {
    stripe.pay(await urlOf(buy(the.owner, 'varsity-50')))
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('has none again once it has ended at Stripe, and events from before that do not bring it back', async () => {
    await subscribe(the.owner, 'varsity-50')
    const client = await openStripe(getSettings(env))
    await client.subscriptions.cancel(subscriptionsOf(the.team)[0]?.id ?? '')
    await deliver((all) => [...all, ...all.toReversed()])
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ plan: 'ROOKIE', subscription: null }])
  })
})

describe('What the browser says about the price', () => {
  it.each([
    ['cost', 100],
    ['subscriptionPriceId', 'varsity-50:usd:100:month'],
    ['platform', 'meh'],
    ['name', 'Pro'],
  ])('is refused if its %s differs, and nobody asks Stripe', async (field, value) => {
    const answer = await buy(the.owner, 'varsity-50', { [field]: value })
    expect([answer.status, (await readProblem(answer)).code]).toEqual([409, 'OfferChanged'])
    expect(stripe.calls).toEqual([])
  })

  it('is refused for another environment', async () => {
    const answer = await post(the.owner, '/subscriptions', {
      items: [{ id: 'varsity-50', teamId: the.team, type: 'TEAMS' }],
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
    const answer = await buy(the.owner, 'varsity-50', more)
    expect([answer.status, (await readProblem(answer)).code]).toEqual([status, code])
    expect(stripe.calls).toEqual([])
  })
})

describe('A change of plan', () => {
  beforeEach(async () => {
    await subscribe(the.owner, 'varsity-50')
    pass(14 * day)
    await deliver()
  })

  it('costs to the cent what the preview says, and changes the one subscription', async () => {
    pass(10 * day)
    const preview = (await (await post(the.owner, '/subscriptions/preview', { id: 'pro-200', teamId: the.team })).json()) as ChangePreview
    expect(preview.dueNow.amount).toBeGreaterThan(0)
    expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.dueNow.amount)
    expect(preview.afterwards).toEqual({ amount: 6900, currency: 'usd', every: 'month' })
    pass(5 * 60_000)
    const answer = await buy(the.owner, 'pro-200', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: preview.prorationDate })
    expect([answer.status, await answer.json()]).toEqual([200, { url: null }])
    expect(await planOf()).toEqual({ plan: 'PRO', max: 200 })
    expect(subscriptionsOf(the.team)).toHaveLength(1)
    await deliver()
    const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]?.amount).toBe(preview.dueNow.amount)
  })

  it('down gives a credit', async () => {
    await buy(the.owner, 'pro-1000', { type: 'CHANGE_TEAM_SUBSCRIPTION' })
    pass(day)
    const preview = (await (
      await post(the.owner, '/subscriptions/preview', { id: 'varsity-50', teamId: the.team })
    ).json()) as ChangePreview
    expect(preview.dueNow.amount).toBeLessThan(0)
    await buy(the.owner, 'varsity-50', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: preview.prorationDate })
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('up again is paid by the credit of the change before, as the preview says', async () => {
    const change = (id: string, more = {}) => buy(the.owner, id, { type: 'CHANGE_TEAM_SUBSCRIPTION', ...more })
    await change('pro-1000')
    pass(day)
    await change('varsity-50')
    pass(day)
    const preview = (await (await post(the.owner, '/subscriptions/preview', { id: 'pro-50', teamId: the.team })).json()) as ChangePreview
    expect(preview.lines.at(-1)).toMatchObject({ text: 'Credit from before', amount: expect.toSatisfy((amount: number) => amount < 0) })
    expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.dueNow.amount)
    const charged = () =>
      stripe
        .books()
        .all('charge')
        .reduce((sum, { amount }) => sum + amount, 0)
    const before = charged()
    expect((await change('pro-50', { prorationDate: preview.prorationDate })).status).toBe(200)
    expect(charged() - before).toBe(preview.dueNow.amount)
    await deliver()
    const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]?.amount).toBe(preview.dueNow.amount)
  })

  it('says so if the bank wants to ask the owner of the card, and leaves the plan as it was', async () => {
    const url = await urlOf(post(the.owner, '/subscriptions/card', { type: 'team', id: the.team }))
    await comeBack(the.owner, stripe.pay(url, 'asks', 'succeed'))
    const answer = await buy(the.owner, 'pro-200', { type: 'CHANGE_TEAM_SUBSCRIPTION' })
    expect([answer.status, (await readProblem(answer)).code]).toEqual([402, 'CardAsksPayer'])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('is refused with an old preview, to the same plan, and beside the live one', async () => {
    const old = await buy(the.owner, 'pro-50', { type: 'CHANGE_TEAM_SUBSCRIPTION', prorationDate: Date.now() - day })
    expect((await readProblem(old)).code).toBe('OfferChanged')
    expect((await readProblem(await buy(the.owner, 'varsity-50', { type: 'CHANGE_TEAM_SUBSCRIPTION' }))).code).toBe('PlanIsCurrent')
    expect((await readProblem(await buy(the.owner, 'pro-50'))).code).toBe('PlanIsCurrent')
  })

  it('ends with the period if it is cancelled, and goes on if that is taken back', async () => {
    const whose = { type: 'team', id: the.team }
    expect((await post(the.owner, '/subscriptions/cancel', whose)).status).toBe(204)
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ plan: 'VARSITY', subscription: { endsAtPeriodEnd: true } }])
    expect((await post(the.owner, '/subscriptions/resume', whose)).status).toBe(204)
    expect((await overviewOf(the.owner)).teams).toMatchObject([{ subscription: { endsAtPeriodEnd: false } }])
    await post(the.owner, '/subscriptions/cancel', whose)
    pass(32 * day)
    await deliver((all) => all.toReversed())
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    const none = await post(await enter(the.owner.id), '/subscriptions/cancel', whose)
    expect([none.status, (await readProblem(none)).title]).toEqual([404, 'No active subscription found.'])
  })
})

describe('A person', () => {
  it('buys Member Plus for the platform that they use, and no other', async () => {
    const url = await urlOf(post(the.owner, '/subscriptions', { items: [{ id: 'gth-users-member-plus', type: 'USER' }] }))
    expect(await comeBack(the.owner, stripe.pay(url))).toMatchObject({
      state: 'paid',
      bought: { plan: 'Member Plus', team: null },
      paid: { amount: 4800 },
    })
    expect(await overviewOf(the.owner)).toMatchObject({ userSubscription: 'Member Plus', memberPlus: { status: 'active' } })
    const other = await post(the.owner, '/subscriptions', { items: [{ id: 'meh-users-member-plus', type: 'USER' }] })
    expect((await readProblem(other)).code).toBe('PlanNotForSubject')
  })

  it('buys Member Plus once for both platforms', async () => {
    const plus = { items: [{ id: 'gth-users-member-plus', type: 'USER' }] }
    const onMeh = (path: string, json?: unknown) =>
      the.owner.ask(`/api/payments${path}`, { origin: 'http://meh.localhost:5173', ...(json !== undefined && { method: 'POST', json }) })
    const plusOnMeh = { items: [{ id: 'meh-users-member-plus', type: 'USER' }] }
    const first = await urlOf(onMeh('/subscriptions', plusOnMeh))
    const second = await urlOf(post(the.owner, '/subscriptions', plus))
    expect(() => stripe.pay(first)).toThrow()
    // Paid in another tab, and nothing has told us yet.
    const session = stripe.pay(second)
    const refused = async () => {
      const answer = await onMeh('/subscriptions', plusOnMeh)
      return [answer.status, (await readProblem(answer)).code]
    }
    expect(await refused()).toEqual([409, 'PlanOnOtherSite'])
    await comeBack(the.owner, session)
    expect(await refused()).toEqual([409, 'PlanOnOtherSite'])
    expect(await (await onMeh('')).json()).toMatchObject({ userSubscription: 'Member Plus', memberPlus: null })
    const client = await openStripe(getSettings(env))
    await client.subscriptions.cancel(subscriptionsOf(the.owner.id)[0]?.id ?? '')
    await deliver()
    await comeBack(the.owner, stripe.pay(await urlOf(onMeh('/subscriptions', plusOnMeh))))
    expect(await overviewOf(the.owner)).toMatchObject({ userSubscription: 'Member Plus', memberPlus: null })
  })

  it('learns nothing about a payment of somebody else', async () => {
    const session = stripe.pay(await urlOf(buy(the.owner, 'varsity-50')))
    const stranger = await enter(`stranger-${the.number}`)
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
  await subscribe(the.owner, 'varsity-50')
  const heir = await enter(`heir-${the.number}`)
  await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'treasurer', 1)")
    .bind(the.team, heir.id)
    .run()
  const url = await urlOf(post(heir, '/subscriptions/card', { type: 'team', id: the.team }))
  await comeBack(heir, stripe.pay(url, 'other'))
  expect((await overviewOf(heir)).teams).toMatchObject([{ subscription: { isPayer: true } }])
  expect((await overviewOf(the.owner)).teams).toMatchObject([{ subscription: { isPayer: false } }])
  const [row] = await rowsOf(`SELECT customer_id FROM stripe_customers WHERE owner_id = '${the.team}'`)
  const attached = stripe
    .books()
    .all('payment_method')
    .filter(({ customer }) => customer === row?.customer_id)
  expect(attached.map(({ card }) => card?.last4)).toEqual([cards.other.slice(-4)])
})

describe('A person who has handed over the community for which they pay', () => {
  const handOver = async () => {
    await subscribe(the.owner, 'varsity-50')
    pass(15 * day)
    await deliver()
    const heir = await enter(`new-owner-${the.number}`)
    await rowsOf("UPDATE team_members SET role = 'organizer' WHERE team_id = ?", the.team)
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'owner', 1)", the.team, heir.id)
    return heir
  }
  const ofTeam = () => ({ type: 'team', id: the.team })

  it('sees the plan and its invoices, and can stop; then the new owner is told, and pays instead', async () => {
    const heir = await handOver()
    const { teams, paidFor } = await overviewOf(the.owner)
    expect([teams, paidFor]).toMatchObject([[], [{ id: the.team, subscription: { isPayer: true, endsAtPeriodEnd: false } }]])
    const { invoices } = (await (await the.owner.ask('/api/payments/invoices')).json()) as InvoicePage
    expect(invoices[0]).toMatchObject({ amount: 1500, team: { id: the.team } })
    expect((await post(the.owner, '/subscriptions/cancel', ofTeam())).status).toBe(204)
    expect((await overviewOf(the.owner)).paidFor).toMatchObject([{ subscription: { endsAtPeriodEnd: true } }])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    for (const answer of [
      await post(heir, '/subscriptions/resume', ofTeam()),
      await buy(heir, 'pro-200', { type: 'CHANGE_TEAM_SUBSCRIPTION' }),
    ])
      expect([answer.status, (await readProblem(answer)).code]).toEqual([409, 'PlanNeedsCard'])
    await comeBack(heir, stripe.pay(await urlOf(post(heir, '/subscriptions/card', ofTeam())), 'other'))
    expect((await overviewOf(the.owner)).paidFor).toEqual([])
    expect((await overviewOf(heir)).teams).toMatchObject([{ subscription: { isPayer: true, endsAtPeriodEnd: false } }])
  })

  it('cannot do more than stop, and nobody else can stop for them', async () => {
    await handOver()
    const stranger = await enter(`stranger-${the.number}`)
    for (const [person, path] of [
      [the.owner, 'resume'],
      [the.owner, 'card'],
      [stranger, 'cancel'],
    ] as const)
      expect((await post(person, `/subscriptions/${path}`, ofTeam())).status).toBe(403)
  })
})

it('If Stripe does not answer, nothing is charged and the person can try again', async () => {
  stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
  const lost = await buy(the.owner, 'varsity-50')
  expect([lost.status, (await readProblem(lost)).code]).toEqual([503, 'PaymentsUnavailable'])
  await subscribe(the.owner, 'varsity-50')
  expect(subscriptionsOf(the.team)).toHaveLength(1)
  expect(
    stripe
      .books()
      .all('customer')
      .filter(({ metadata }) => metadata.ownerId === the.team),
  ).toHaveLength(1)
})

it('If the name has changed after Stripe did not answer, the plan can be bought', async () => {
  stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
  expect((await buy(the.owner, 'varsity-50')).status).toBe(503)
  await env.DB.prepare('UPDATE teams SET name = ? WHERE id = ?').bind('Renamed Club', the.team).run()
  await subscribe(the.owner, 'varsity-50')
  expect(subscriptionsOf(the.team)).toHaveLength(1)
})

describe('A second subscription for the same team', () => {
  const payTwice = async () => {
    await subscribe(the.owner, 'varsity-50')
    const client = await openStripe(getSettings(env))
    const [first] = (await client.subscriptions.list({ limit: 1 })).data
    const item = first?.items.data[0]
    if (!first || !item) throw new Error('there is no first subscription')
    const { id } = await client.subscriptions.create({
      customer: String(first.customer),
      items: [{ price: item.price.id }],
      default_payment_method: String(first.default_payment_method),
      metadata: first.metadata,
    })
    return id
  }
  const refundsOf = () =>
    stripe
      .books()
      .all('refund')
      .filter(({ amount }) => amount === 1500)
  const mails = () => rowsOf("SELECT id FROM outbox WHERE id LIKE 'plan-double:%' UNION SELECT id FROM jobs WHERE id LIKE 'plan-double:%'")

  it('ends, and is paid back once, although the refund fails the first time', async () => {
    const before = refundsOf().length
    const double = await payTwice()
    const real = globalThis.fetch
    const lost = vi.fn()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.endsWith('/v1/refunds') || lost.mock.calls.length > 0) return real(url, init)
      lost()
      return Promise.reject(new TypeError('The connection was lost.'))
    })
    await expect(deliver()).rejects.toThrow()
    expect(lost).toHaveBeenCalledOnce()
    await deliver()
    await deliver()
    expect(refundsOf()).toHaveLength(before + 1)
    expect(await rowsOf('SELECT status FROM plan_subscriptions WHERE id = ?', double)).toEqual([{ status: 'canceled' }])
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    expect(await mails()).toEqual([{ id: `plan-double:${double}` }])
  })

  it('is shown to the operator if the bank does not take what goes back', async () => {
    await payTwice()
    await deliver()
    const refused = async () =>
      (await findStuckMoney(openPrimary(env.DB), Date.now())).refusedRefunds.map(({ kind, amount }) => `${kind} ${amount}`)
    expect(await refused()).toEqual([])
    stripe.act(() => failRefund(stripe.books(), refundsOf().at(-1)?.id ?? ''))
    await deliver()
    await deliver()
    expect(await refused()).toEqual(['plan 1500'])
  })

  it('is told to whoever comes back from its page', async () => {
    const sessionId = stripe.pay(await urlOf(buy(the.owner, 'varsity-50')))
    const [own] = subscriptionsOf(the.team)
    const client = await openStripe(getSettings(env))
    await client.subscriptions.update(String(own?.id), { metadata: { doubleOf: 'sub_other' } })
    for (let times = 0; times < 2; times += 1)
      expect((await comeBack(the.owner, sessionId)).bought).toMatchObject({ kind: 'plan', plan: 'Varsity', goesBack: true })
  })
})
