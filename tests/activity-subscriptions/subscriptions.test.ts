import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ActivitySubscription, maxSubscriptions } from '../../domain/activity-subscriptions/contract.ts'
import { MailRequest } from '../../domain/mail/contract.ts'
import { ask, personA, personB, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

const log = collectLog()
const sent: { id: string; body: unknown }[] = []

beforeEach(async () => {
  sent.length = 0
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    for (const { body } of messages) sent.push(body as (typeof sent)[number])
    return {} as never
  })
  for (const table of ['activity_subscriptions', 'outbox', 'profiles']) await env.DB.exec(`DELETE FROM ${table}`)
})

const austin = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }
const wish = { address: austin, radius: 15, activities: ['Padel', 'Pickleball'], startDate: null, endDate: null, isTemporary: false }

let keys = 0
const newKey = () => {
  keys += 1
  return `key-number-${keys}`
}

type Changes = Record<string, unknown>
const path = '/api/activity-subscriptions'
const outboxSize = () => env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')
const post = (changes: Changes, viewer = personA) =>
  ask(path, { method: 'POST', viewer, json: { ...wish, idempotencyKey: newKey(), ...changes } })

/** Its mail goes out after the answer: it is waited for, so that none of it reaches the next test. */
async function add(changes: Changes = {}, viewer = personA): Promise<Response> {
  const answer = await post(changes, viewer)
  await vi.waitFor(async () => expect(await outboxSize()).toBe(0))
  return answer
}
const made = async (changes: Changes = {}, viewer = personA) => (await add(changes, viewer)).json<ActivitySubscription>()
const change = (id: string, json: Changes, viewer = personA) => ask(`${path}/${id}`, { method: 'PUT', viewer, json: { ...wish, ...json } })
const remove = (id: string, viewer = personA) => ask(`${path}/${id}`, { method: 'DELETE', viewer })
const list = async (viewer = personA) =>
  (await (await ask(path, { viewer })).json<{ subscriptions: ActivitySubscription[] }>()).subscriptions

it('A subscription is slowed down for who makes a lot of them: each is a mail', async () => {
  const limit = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockResolvedValue({ success: false })
  expect(await readProblem(await post({}))).toMatchObject({ code: 'TooManyRequests' })
  expect(limit).toHaveBeenCalledWith({ key: 'subscribe person-a' })
  limit.mockRestore()
  expect(await list()).toEqual([])
})

describe('What is asked for', () => {
  const { description: _, ...nameless } = austin
  it.each<[string, Changes, string, string?]>([
    ['no address', { address: null }, 'address', 'invalidLocation'],
    ['an address in words', { address: 'Austin' }, 'address', 'invalidLocation'],
    ['an address without a description', { address: nameless }, 'address.description', 'invalidLocation'],
    ['an empty description', { address: { ...austin, description: ' \n ' } }, 'address.description', 'invalidLocation'],
    ['a latitude beyond the pole', { address: { ...austin, lat: 91 } }, 'address.lat', 'invalidLocation'],
    ['a latitude in words', { address: { ...austin, lat: '30' } }, 'address.lat', 'invalidLocation'],
    ['a longitude around the world', { address: { ...austin, lng: -181 } }, 'address.lng', 'invalidLocation'],
    ['no radius to speak of', { radius: 0 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['too wide a radius', { radius: 51 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['half a mile', { radius: 1.5 }, 'radius', 'Enter a radius from 1 to 50 miles.'],
    ['no activity', { activities: [] }, 'activities', 'Pick at least one activity.'],
    ['Other', { activities: ['Other'] }, 'activities.0', 'Choose an activity from the list.'],
    ['an activity nobody knows', { activities: ['Padel', 'Quidditch'] }, 'activities.1', 'Choose an activity from the list.'],
    ['an activity twice', { activities: ['Padel', 'Padel'] }, 'activities', 'Choose each activity only once.'],
    ['an end before the start', { startDate: 2000, endDate: 1000 }, 'endDate', 'The end must be after the start.'],
    ['a day that is none', { startDate: 1.5 }, 'startDate', 'Enter a valid date.'],
    ['no key', { idempotencyKey: undefined }, 'idempotencyKey'],
  ])('is refused with %s, and nothing is kept', async (_, changes, where, message) => {
    const problem = await readProblem(await add(changes))
    expect(problem).toMatchObject({ code: 'InvalidInput', status: 400 })
    expect(problem.issues).toContainEqual({ path: where, message: message ?? expect.any(String) })
    expect(await list()).toEqual([])
    expect(sent).toEqual([])
  })

  it.each([{ radius: 1 }, { radius: 50 }, { startDate: 1000, endDate: 1000 }, { startDate: null, endDate: 5 }])(
    'may go to the very bound (%j)',
    async (changes) => expect((await add(changes)).status).toBe(201),
  )
})

describe('My subscriptions', () => {
  it('are listed newest first and are nobody else’s', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() - 2000)
      await add({ activities: ['Tennis'] })
      vi.setSystemTime(Date.now() + 1000)
      await add({ activities: ['Yoga'], startDate: 1000, endDate: 2000, isTemporary: true })
    } finally {
      vi.useRealTimers()
    }
    await add({ activities: ['Chess'] }, personB)
    expect(await list()).toMatchObject([
      { activities: ['Yoga'], startDate: 1000, endDate: 2000, isTemporary: true, address: austin, radius: 15, version: 1 },
      { activities: ['Tennis'], startDate: null, endDate: null, isTemporary: false },
    ])
  })

  it('are made once, however often the same request arrives; the same key of another person is another request', async () => {
    const idempotencyKey = newKey()
    const first = await made({ idempotencyKey })
    const again = await made({ idempotencyKey, radius: 20 })
    expect(again).toEqual(first)
    const other = await made({ idempotencyKey }, personB)
    expect(other.id).not.toBe(first.id)
    expect(await list()).toHaveLength(1)
    expect(sent).toHaveLength(2)
  })

  it(`are at most ${maxSubscriptions}`, async () => {
    for (let count = 0; count < maxSubscriptions; count++) expect((await add()).status).toBe(201)
    sent.length = 0
    expect(await readProblem(await add())).toMatchObject({ code: 'SubscriptionsFull', title: expect.stringContaining('Delete one first') })
    expect(sent).toEqual([])
    const [last] = await list()
    await remove(last?.id ?? '')
    expect((await add()).status).toBe(201)
    expect(await list()).toHaveLength(maxSubscriptions)
  })

  it('are changed as they were seen; a second tab is told and overwrites nothing', async () => {
    const { id, version } = await made()
    const changed = await change(id, { radius: 20, activities: ['Tennis'], version })
    expect(await changed.json()).toMatchObject({ id, radius: 20, activities: ['Tennis'], version: 2 })
    expect(await readProblem(await change(id, { radius: 30, version }))).toMatchObject({ code: 'SubscriptionVersionConflict' })
    expect(await list()).toMatchObject([{ radius: 20, version: 2 }])
    expect((await readProblem(await change(id, { radius: 51, version: 2 }))).code).toBe('InvalidInput')
  })

  it('of others cannot be changed or deleted, nor told from none', async () => {
    const { id } = await made()
    for (const answer of [await change(id, { version: 1, radius: 3 }, personB), await remove(id, personB), await remove('no-such')]) {
      expect(await readProblem(answer)).toMatchObject({ code: 'SubscriptionNotFound', title: 'We could not find this subscription.' })
    }
    expect(await list()).toMatchObject([{ radius: 15, version: 1 }])
  })

  it('are gone once deleted', async () => {
    const { id } = await made()
    expect((await remove(id)).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })
})

describe('The mail that confirms', () => {
  const mail = () => v.parse(MailRequest, sent[0]?.body)

  it('says what was asked for, to whom it was, by their first name', async () => {
    await ask('/api/session', { viewer: personA })
    await env.DB.prepare(
      `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
       VALUES ('person-a', 'Ana Maria de Souza', '', 1, 'Austin', 'TX', 0, 0, 'America/Chicago', 'None', '[]', 1, 0, 0)`,
    ).run()
    await add()
    const { email } = (await env.DB.prepare("SELECT email FROM users WHERE id = 'person-a'").first<{ email: string }>()) ?? {}
    expect(mail()).toEqual({
      to: email,
      platform: 'gth',
      template: {
        name: 'activity-subscription-confirmation',
        data: { firstName: 'Ana', activitiesList: ['Padel', 'Pickleball'], city: 'Austin, TX', radius: 15 },
      },
    })
  })

  it('greets someone without a full name as others see them, in the name of their platform', async () => {
    await ask(path, { method: 'POST', viewer: personA, origin: 'http://meh.localhost:5173', json: { ...wish, idempotencyKey: newKey() } })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(mail()).toMatchObject({ platform: 'meh', template: { data: { firstName: 'Person A' } } })
  })

  it('holds for any place the rules let through', async () => {
    await add({ address: { name: 'Two\nlines', lat: 1, lng: 1, description: 'x' }, activities: ['Track and Field'] })
    expect(mail().template.data).toMatchObject({ city: 'Two lines' })
  })

  it('that cannot be sent is told in the log and waits; the subscription stands', async () => {
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockRejectedValue(new Error('queue is down'))
    expect((await post({})).status).toBe(201)
    await vi.waitFor(() => expect(log).toContainEqual(expect.objectContaining({ event: 'outbox-left', error: 'queue is down' })))
    expect(await list()).toHaveLength(1)
    expect(await outboxSize()).toBe(1)
  })

  it('is not written for a change', async () => {
    const { id } = await made()
    await change(id, { version: 1, radius: 40 })
    expect(sent).toHaveLength(1)
    expect(await outboxSize()).toBe(0)
  })
})

describe('The demo world', () => {
  it('has two for the demo player, built any number of times, and writes to nobody', async () => {
    await buildWorld(env.DB, ['people', 'activitySubscriptions'])
    await buildWorld(env.DB, ['activitySubscriptions'])
    const viewer = { id: 'demo-player', name: 'Maya Rivera', emailVerified: true, profileComplete: true }
    expect(await list(viewer)).toMatchObject([{ activities: ['Tennis'], isTemporary: true }, { activities: ['Pickleball', 'Padel'] }])
    expect(await outboxSize()).toBe(0)
  })
})
