import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ActivitySubscription, type ActivitySubscriptions, maxSubscriptions } from '../../domain/activity-subscriptions/contract.ts'
import { MailRequest } from '../../domain/mail/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { ask, personA, personB, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

const log = collectLog()
const sentMessages: { id: string; body: unknown }[] = []

beforeEach(async () => {
  sentMessages.length = 0
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    for (const { body } of messages) sentMessages.push(body as (typeof sentMessages)[number])
    return {} as never
  })
  for (const table of ['plan_subscriptions', 'activity_subscriptions', 'outbox', 'profiles']) await env.DB.exec(`DELETE FROM ${table}`)
})

const austin = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }
const subscription = {
  address: austin,
  radius: 15,
  activities: ['Padel', 'Pickleball'],
  startDate: null,
  endDate: null,
  isTemporary: false,
}

let keys = 0
const newKey = () => {
  keys += 1
  return `key-number-${keys}`
}

type Changes = Record<string, unknown>
const path = '/api/activity-subscriptions'
const outboxSize = () => env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')
const post = (changes: Changes, viewer = personA) =>
  ask(path, { method: 'POST', viewer, json: { ...subscription, idempotencyKey: newKey(), ...changes } })

/** Waits until the email is sent, which happens after the response, so that it cannot reach the next test. */
async function addSubscription(changes: Changes = {}, viewer = personA): Promise<Response> {
  const answer = await post(changes, viewer)
  await vi.waitFor(async () => expect(await outboxSize()).toBe(0))
  return answer
}
const addAndRead = async (changes: Changes = {}, viewer = personA) => (await addSubscription(changes, viewer)).json<ActivitySubscription>()
const change = (id: string, json: Changes, viewer = personA) =>
  ask(`${path}/${id}`, { method: 'PUT', viewer, json: { ...subscription, ...json } })
const remove = (id: string, viewer = personA) => ask(`${path}/${id}`, { method: 'DELETE', viewer })
const readList = async (viewer = personA) => (await ask(path, { viewer })).json<ActivitySubscriptions>()
const list = async (viewer = personA) => (await readList(viewer)).subscriptions

const freeLimit = 10

/** Adds alerts directly to the database, because each request sends an email. */
const addMany = (count: number, viewer = personA) =>
  env.DB.prepare(
    `INSERT INTO activity_subscriptions (id, user_id, address_name, address_description, lat, lng, radius, activities, is_temporary, version, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     SELECT 'many-' || i, ?2, 'Austin', 'Austin', 30, -97, 15, '["Padel"]', 0, 1, i, i FROM n`,
  )
    .bind(count, viewer.id)
    .run()

/** Gives a person Member Plus, as it is stored when Stripe says so. */
const addPlus = (platform: 'gth' | 'meh', { status = 'active', lateSince = null as number | null, viewer = personA } = {}) =>
  env.DB.prepare(
    `INSERT OR REPLACE INTO plan_subscriptions (id, owner_key, owner_kind, owner_id, platform, payer_id, plan_uid, item_id, price_id, status, period_start,
      period_end, ends_at_period_end, past_due_since, created_at, read_at)
     VALUES ('sub_plus', 'user:' || ?1 || ':' || ?2, 'user', ?1, ?2, ?1, ?2 || '-users-member-plus', 'si_1', 'price_1', ?3, 1, 2, 0, ?4, 1, 1)`,
  )
    .bind(viewer.id, platform, status, lateSince)
    .run()

it('The number of new subscriptions is limited per user, because each one sends an email', async () => {
  const limit = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockResolvedValue({ success: false })
  expect(await readProblem(await post({}))).toMatchObject({ code: 'TooManyRequests' })
  expect(limit).toHaveBeenCalledWith({ key: 'subscribe person-a' })
  limit.mockRestore()
  expect(await list()).toEqual([])
})

describe('A new subscription', () => {
  const { description: _, ...nameless } = austin
  it.each<[string, Changes, string, string?]>([
    ['no address', { address: null }, 'address', 'invalidLocation'],
    ['an address as text', { address: 'Austin' }, 'address', 'invalidLocation'],
    ['an address without a description', { address: nameless }, 'address.description', 'invalidLocation'],
    ['an empty description', { address: { ...austin, description: ' \n ' } }, 'address.description', 'invalidLocation'],
    ['a latitude beyond the pole', { address: { ...austin, lat: 91 } }, 'address.lat', 'invalidLocation'],
    ['a latitude as text', { address: { ...austin, lat: '30' } }, 'address.lat', 'invalidLocation'],
    ['a longitude beyond -180', { address: { ...austin, lng: -181 } }, 'address.lng', 'invalidLocation'],
    ['a radius of zero', { radius: 0 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['a radius that is too large', { radius: 51 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['a radius that is not a whole number', { radius: 1.5 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['no activity', { activities: [] }, 'activities', 'Pick at least one activity.'],
    ['the activity "Other"', { activities: ['Other'] }, 'activities.0', 'Choose an activity from the list.'],
    ['an unknown activity', { activities: ['Padel', 'Quidditch'] }, 'activities.1', 'Choose an activity from the list.'],
    ['the same activity twice', { activities: ['Padel', 'Padel'] }, 'activities', 'Choose each activity only once.'],
    ['an end before the start', { startDate: 2000, endDate: 1000 }, 'endDate', 'The end must be after the start.'],
    ['an invalid date', { startDate: 1.5 }, 'startDate', 'Enter a valid date.'],
    ['no idempotency key', { idempotencyKey: undefined }, 'idempotencyKey'],
  ])('is refused with %s, and nothing is saved', async (_, changes, where, message) => {
    const problem = await readProblem(await addSubscription(changes))
    expect(problem).toMatchObject({ code: 'InvalidInput', status: 400 })
    expect(problem.issues).toContainEqual({ path: where, message: message ?? expect.any(String) })
    expect(await list()).toEqual([])
    expect(sentMessages).toEqual([])
  })

  it.each([{ radius: 1 }, { radius: 50 }, { startDate: 1000, endDate: 1000 }, { startDate: null, endDate: 5 }])(
    'may use the limits themselves (%j)',
    async (changes) => expect((await addSubscription(changes)).status).toBe(201),
  )
})

describe('My subscriptions', () => {
  it('are listed newest first, without those of others', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() - 2000)
      await addSubscription({ activities: ['Tennis'] })
      vi.setSystemTime(Date.now() + 1000)
      await addSubscription({ activities: ['Yoga'], startDate: 1000, endDate: 2000, isTemporary: true })
    } finally {
      vi.useRealTimers()
    }
    await addSubscription({ activities: ['Chess'] }, personB)
    expect(await list()).toMatchObject([
      { activities: ['Yoga'], startDate: 1000, endDate: 2000, isTemporary: true, address: austin, radius: 15, version: 1 },
      { activities: ['Tennis'], startDate: null, endDate: null, isTemporary: false },
    ])
  })

  it('need an end if they are temporary', async () => {
    const answer = await addSubscription({ isTemporary: true, startDate: 1000 })
    expect(await readProblem(answer)).toMatchObject({ status: 400, issues: [{ path: 'endDate', message: 'Choose when it ends.' }] })
  })

  it('are created only once for a repeated request, but the same key of another user is another request', async () => {
    const idempotencyKey = newKey()
    const first = await addAndRead({ idempotencyKey })
    const again = await addAndRead({ idempotencyKey, radius: 20 })
    expect(again).toEqual(first)
    const other = await addAndRead({ idempotencyKey }, personB)
    expect(other.id).not.toBe(first.id)
    expect(await list()).toHaveLength(1)
    expect(sentMessages).toHaveLength(2)
  })

  it(`are at most ${freeLimit} without a paid plan`, async () => {
    for (let count = 0; count < freeLimit; count++) expect((await addSubscription()).status).toBe(201)
    sentMessages.length = 0
    expect(await readProblem(await addSubscription())).toMatchObject({
      code: 'SubscriptionsFull',
      title: expect.stringContaining('Delete one first'),
    })
    expect(sentMessages).toEqual([])
    const [last] = await list()
    await remove(last?.id ?? '')
    expect((await addSubscription()).status).toBe(201)
    expect(await readList()).toMatchObject({ max: freeLimit, subscriptions: { length: freeLimit } })
  })

  it(`are never more than ${freeLimit} without a paid plan, also if many requests arrive at once`, async () => {
    await addMany(freeLimit - 1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({})))
    await vi.waitFor(async () => expect(await outboxSize()).toBe(0))
    const outcomes = await Promise.all(answers.map(async (answer) => (answer.ok ? answer.status : (await readProblem(answer)).code)))
    expect(outcomes.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 'SubscriptionsFull')])
    expect(await list()).toHaveLength(freeLimit)
    expect(sentMessages).toHaveLength(1)
  })

  it.each(['gth', 'meh'] as const)('are more with Member Plus on %s, up to a bound that only its error tells', async (platform) => {
    await addPlus(platform)
    await addMany(freeLimit)
    expect((await addSubscription()).status).toBe(201)
    expect((await addSubscription({}, personB)).status).toBe(201)
    expect(await readList()).toMatchObject({ max: maxSubscriptions })
    await env.DB.exec('DELETE FROM activity_subscriptions')
    await addMany(maxSubscriptions)
    expect(await readProblem(await addSubscription())).toMatchObject({ code: 'SubscriptionsFull', title: expect.stringContaining('1000') })
    expect(await list()).toHaveLength(maxSubscriptions)
  })

  it('stay when Member Plus ends, but no more are added', async () => {
    await addMany(freeLimit + 5)
    await addPlus('gth', { status: 'past_due', lateSince: Date.now() - 13 * day })
    expect((await addSubscription()).status).toBe(201)
    await addPlus('gth', { status: 'past_due', lateSince: Date.now() - 15 * day })
    expect((await readProblem(await addSubscription())).code).toBe('SubscriptionsFull')
    await addPlus('gth', { status: 'canceled' })
    expect((await readProblem(await addSubscription())).code).toBe('SubscriptionsFull')
    expect(await readList()).toMatchObject({ max: freeLimit, subscriptions: { length: freeLimit + 6 } })
  })

  it('are not more with the plan of somebody else', async () => {
    await addPlus('gth', { viewer: personB })
    await addMany(freeLimit)
    expect((await readProblem(await addSubscription())).code).toBe('SubscriptionsFull')
  })

  it('can be changed, but a change of an old version is refused', async () => {
    const { id, version } = await addAndRead()
    const changed = await change(id, { radius: 20, activities: ['Tennis'], version })
    expect(await changed.json()).toMatchObject({ id, radius: 20, activities: ['Tennis'], version: 2 })
    expect(await readProblem(await change(id, { radius: 30, version }))).toMatchObject({ code: 'SubscriptionVersionConflict' })
    expect(await list()).toMatchObject([{ radius: 20, version: 2 }])
    expect((await readProblem(await change(id, { radius: 51, version: 2 }))).code).toBe('InvalidInput')
  })

  it('of others cannot be changed or deleted, and look as if they did not exist', async () => {
    const { id } = await addAndRead()
    for (const answer of [await change(id, { version: 1, radius: 3 }, personB), await remove(id, personB), await remove('no-such')]) {
      expect(await readProblem(answer)).toMatchObject({ code: 'SubscriptionNotFound', title: 'We could not find this alert.' })
    }
    expect(await list()).toMatchObject([{ radius: 15, version: 1 }])
  })

  it('are not found after they were deleted', async () => {
    const { id } = await addAndRead()
    expect((await remove(id)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })
})

describe('The confirmation email', () => {
  const readMail = () => v.parse(MailRequest, sentMessages[0]?.body)

  it('describes the subscription and greets the user by first name', async () => {
    await ask('/api/session', { viewer: personA })
    await env.DB.prepare(
      `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
       VALUES ('person-a', 'Ana Maria de Souza', '', 1, 'Austin', 'TX', 0, 0, 'America/Chicago', 'None', '[]', 1, 0, 0)`,
    ).run()
    await addSubscription()
    const { email } = (await env.DB.prepare("SELECT email FROM users WHERE id = 'person-a'").first<{ email: string }>()) ?? {}
    expect(readMail()).toEqual({
      to: email,
      platform: 'gth',
      template: {
        name: 'activity-subscription-confirmation',
        data: { firstName: 'Ana', activitiesList: ['Padel', 'Pickleball'], city: 'Austin, TX', radius: 15 },
      },
    })
  })

  it('greets a user without a full name by display name, and has the name of their platform', async () => {
    await ask(path, {
      method: 'POST',
      viewer: personA,
      origin: 'http://meh.localhost:5173',
      json: { ...subscription, idempotencyKey: newKey() },
    })
    await vi.waitFor(() => expect(sentMessages).toHaveLength(1))
    expect(readMail()).toMatchObject({ platform: 'meh', template: { data: { firstName: 'Person A' } } })
  })

  it('works for a place with a line break in its name', async () => {
    await addSubscription({ address: { name: 'Two\nlines', lat: 1, lng: 1, description: 'x' }, activities: ['Track and Field'] })
    expect(readMail().template.data).toMatchObject({ city: 'Two lines' })
  })

  it('that cannot be sent is logged and sent later, and the subscription is saved', async () => {
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockRejectedValue(new Error('queue is down'))
    expect((await post({})).status).toBe(201)
    await vi.waitFor(() => expect(log).toContainEqual(expect.objectContaining({ event: 'outbox-left', error: 'queue is down' })))
    expect(await list()).toHaveLength(1)
    expect(await outboxSize()).toBe(1)
  })

  it('is not sent for a change', async () => {
    const { id } = await addAndRead()
    await change(id, { version: 1, radius: 40 })
    expect(sentMessages).toHaveLength(1)
    expect(await outboxSize()).toBe(0)
  })
})

describe('The demo world', () => {
  it('has two subscriptions for the demo player, even if built twice, and sends no email', async () => {
    await buildWorld(env.DB, ['people', 'activitySubscriptions'])
    await buildWorld(env.DB, ['activitySubscriptions'])
    const viewer = { id: 'demo-player', name: 'Maya Rivera', emailVerified: true, profileComplete: true }
    expect(await list(viewer)).toMatchObject([{ activities: ['Tennis'], isTemporary: true }, { activities: ['Pickleball', 'Padel'] }])
    expect(await outboxSize()).toBe(0)
  })
})
