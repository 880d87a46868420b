import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { grantCode } from '../../sandbox/stripe/core/oauth.ts'
import type { Job } from '../../worker/env.ts'
import { consume, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { startStripe } from './stand-in.ts'

collectLog()

const stripe = startStripe(() => Date.now())
holdQueues()
const money: Job<unknown>[] = []
let owner: Person
let team: string
let entered = 0
let time = 0

beforeEach(async () => {
  // Stripe's clock never goes back, so the clock of a test begins where the last one ended.
  time = Math.max(time, Date.now() + 2000)
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  stripe.connect()
  money.length = 0
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    money.push(...[...messages].map(({ body }) => body as Job<unknown>))
    return {} as never
  })
  entered += 1
  owner = await enter(`owner-${entered}`)
  const answer = await owner.ask('/api/_local/teams', { method: 'PUT', json: { name: `Club ${entered}`, people: [owner.id] } })
  team = ((await answer.json()) as { id: string }).id
})

afterEach(() => {
  time = Date.now()
  vi.useRealTimers()
})

const post = (person: Person, path: string, json: unknown) => person.ask(`/api/payments${path}`, { method: 'POST', json })
const openPage = async (person: Person, item: object) =>
  ((await (await post(person, '/subscriptions', { items: [item] })).json()) as { url: string }).url
const teamItem = () => ({ id: 'varsity-50', teamId: team, type: 'TEAMS' })
const ownItem = { id: 'gth-users-member-plus', type: 'USER' }

async function subscribe(person: Person, item: object) {
  const sessionId = stripe.pay(await openPage(person, item))
  expect((await post(person, '/return', { sessionId })).status).toBe(200)
}

async function work(times = 1) {
  await waitForEmptyOutbox()
  const jobs = money.splice(0)
  for (let i = 0; i < times; i += 1) await consume('money', jobs)
  await waitForEmptyOutbox()
}

const statusesOf = (id: string) =>
  stripe
    .books()
    .all('subscription')
    .flatMap(({ metadata, status }) => (metadata.ownerId === id ? [status] : []))
const storedOf = async (id: string) =>
  (await rowsOf('SELECT status FROM plan_subscriptions WHERE owner_id = ?', id)).map(({ status }) => status)
const planOf = async () => (await rowsOf('SELECT plan, max_members AS max FROM teams WHERE id = ?', team))[0]
const deleteTeam = async () => expect((await owner.ask(`/api/teams/${team}?name=Club%20${entered}`, { method: 'DELETE' })).status).toBe(204)
const deleteAccount = async (person: Person) =>
  expect((await person.ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(204)

describe('A team that its owner deletes', () => {
  it('ends its plan at once, and has the free one when it is back', async () => {
    await subscribe(owner, teamItem())
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
    await deleteTeam()
    await work()
    expect([statusesOf(team), await storedOf(team)]).toEqual([['canceled'], ['canceled']])
    expect((await owner.ask(`/api/teams/${team}/restore`, { method: 'POST' })).status).toBeLessThan(300)
    expect(await planOf()).toEqual({ plan: 'ROOKIE', max: 30 })
    await subscribe(owner, teamItem())
    expect(await planOf()).toEqual({ plan: 'VARSITY', max: 50 })
  })

  it('cannot be paid for on a page that is still open', async () => {
    const url = await openPage(owner, teamItem())
    await deleteTeam()
    await work()
    expect(() => stripe.pay(url)).toThrow()
  })

  it('ends a plan that was paid for in the last moment, of which no event has arrived', async () => {
    stripe.pay(await openPage(owner, teamItem()))
    await deleteTeam()
    await work()
    expect([statusesOf(team), await storedOf(team)]).toEqual([['canceled'], ['canceled']])
  })

  it('ends its plan once, however often the work runs and although an answer is lost', async () => {
    await subscribe(owner, teamItem())
    await deleteTeam()
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    await work(3)
    expect([statusesOf(team), await storedOf(team)]).toEqual([['canceled'], ['canceled']])
  })

  it('leads to no work about money if it never had a plan', async () => {
    await deleteTeam()
    await waitForEmptyOutbox()
    expect(money).toEqual([])
  })
})

describe('A person who deletes their account', () => {
  let leaver: Person
  beforeEach(async () => {
    leaver = await enter(`leaver-${entered}`)
  })

  it('ends their plan and is no customer any longer, and their invoices stay', async () => {
    await subscribe(leaver, ownItem)
    await rowsOf(
      `INSERT INTO plan_invoices (id, subscription_id, owner_kind, owner_id, payer_id, text, status, total, currency, created_at, read_at)
       VALUES ('in_${leaver.id}', 'sub', 'user', ?1, ?1, 'Member Plus', 'paid', 4800, 'usd', 1, 1)`,
      leaver.id,
    )
    await deleteAccount(leaver)
    await work(2)
    expect([statusesOf(leaver.id), await storedOf(leaver.id)]).toEqual([['canceled'], ['canceled']])
    const customer = stripe
      .books()
      .all('customer')
      .find(({ metadata }) => metadata.ownerId === leaver.id)
    expect(customer?._deleted).toBe(true)
    expect(await rowsOf('SELECT * FROM stripe_customers WHERE payer_id = ?', leaver.id)).toEqual([])
    expect(await rowsOf('SELECT total FROM plan_invoices WHERE payer_id = ?', leaver.id)).toEqual([{ total: 4800 }])
  })

  it('pays for a team no longer, which keeps its plan until the next payment fails', async () => {
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'treasurer', 1)")
      .bind(team, leaver.id)
      .run()
    await subscribe(leaver, teamItem())
    await leaver.ask(`/api/teams/${team}/members/me`, { method: 'DELETE' })
    await deleteAccount(leaver)
    await work()
    const customer = stripe
      .books()
      .all('customer')
      .find(({ metadata }) => metadata.ownerId === team)
    expect(customer).toMatchObject({ email: null })
    expect(
      stripe
        .books()
        .all('payment_method')
        .filter((method) => method.customer === customer?.id),
    ).toEqual([])
    expect([statusesOf(team), await planOf()]).toEqual([['trialing'], { plan: 'VARSITY', max: 50 }])
  })

  it('has no payout account any longer, and we have no access to it', async () => {
    const main = () => stripe.world.books(platform)
    const account = stripe.act(() => createAccount(main(), { type: 'standard' }, true).id)
    const { url } = (await (await post(leaver, '/account', { type: 'LINK' })).json()) as { url: string }
    const code = stripe.act(() => grantCode(main(), account, 'read_write'))
    await post(leaver, '/account/code', { code, state: new URL(url).searchParams.get('state') })
    expect(await rowsOf('SELECT 1 FROM payout_accounts WHERE user_id = ?', leaver.id)).toHaveLength(1)
    await deleteAccount(leaver)
    expect(await rowsOf('SELECT 1 FROM payout_accounts WHERE user_id = ?', leaver.id)).toEqual([])
    await work()
    expect(main().get('authorization', account)?.isActive).toBe(false)
  })
})
