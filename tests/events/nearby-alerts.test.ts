import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { listCellIds } from '../../domain/geo/cells.ts'
import { coverSubscription } from '../../domain/geo/cover.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { runChores } from '../../worker/cron.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, befriend, block, crowd, enter, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { cancel, change, makeKey, passMinutes, publishGame, publishHiddenGames } from './games.ts'

collectLog()
const queues = holdQueues()

const austin = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }
const houston = { name: 'Houston, TX', lat: 29.76328, lng: -95.36327, description: 'Houston, TX' }
const inHouston: EventForm['where'] = { placeId: null, name: 'Bayou Courts', address: '', lat: 29.76, lng: -95.37 }

let host: Person
let [near, twice, far, chess] = [] as unknown as [Person, Person, Person, Person]

const alertForm = { address: austin, radius: 15, activities: ['Pickleball'], startDate: null, endDate: null, isTemporary: false }
async function subscribe(person: Person, more: object = {}): Promise<ActivitySubscription> {
  const made = await person.ask('/api/activity-subscriptions', {
    method: 'POST',
    json: { ...alertForm, idempotencyKey: makeKey(), ...more },
  })
  if (made.status !== 201) throw new Error(await made.text())
  return made.json()
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  const all = await Promise.all(['host', 'near', 'twice', 'far', 'chess'].map((id) => enter(id)))
  ;[host, near, twice, far, chess] = all as [Person, Person, Person, Person, Person]
})

beforeEach(async () => {
  for (const table of ['notices', 'digest_entries', 'activity_subscriptions', 'subscription_cells', 'blocks'])
    await env.DB.exec(`DELETE FROM ${table}`)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

async function deliver() {
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  const jobs: typeof queues.notices = []
  // A job can leave a rest for another job.
  while (queues.notices.length > 0) {
    jobs.push(...queues.notices)
    await deliverAll()
  }
  // A queue may deliver a message twice.
  await consume(
    'notices',
    jobs.map((job) => ({ ...job, id: `${job.id}-again` })),
  )
}

const listNotified = async () =>
  (await rowsOf("SELECT user_id AS id FROM notices WHERE key LIKE 'event-nearby:%' ORDER BY user_id")).map(({ id }) => id)

describe('A new game', () => {
  it('notifies each person with a matching alert once, but not its host or people with other alerts', async () => {
    await subscribe(near)
    await subscribe(twice)
    await subscribe(twice, { radius: 40, activities: ['Pickleball', 'Tennis'] })
    await subscribe(far, { address: houston })
    await subscribe(chess, { activities: ['Chess'] })
    await subscribe(host)
    const id = await publishGame(host)
    await deliver()
    expect(await listNotified()).toEqual(['near', 'twice'])
    const [notice] = await rowsOf("SELECT title, text, path, topic FROM notices WHERE user_id = 'near'")
    expect(notice).toEqual({
      title: 'New game near you: Open play',
      text: expect.stringMatching(/^Saturday, Nov 28(,| at) 12:00.PM CST, Northside Courts$/),
      path: `/evt/${id}`,
      topic: 'alerts',
    })
  })

  it('notifies the followers of its host, but nobody twice and not who may not hear of it', async () => {
    await addCrowd(['follower-1', 'follower-2', 'blocked-follower'])
    await env.DB.exec(
      'INSERT INTO follows SELECT value, \'host\', 1 FROM json_each(\'["near", "follower-1", "follower-2", "blocked-follower"]\')',
    )
    await block('host', 'blocked-follower')
    await subscribe(near)
    const id = await publishGame(host)
    await publishHiddenGames(host)
    await deliver()
    expect(await rowsOf('SELECT user_id AS id, topic, title, path FROM notices ORDER BY user_id')).toEqual([
      { id: 'follower-1', topic: 'hostGames', title: 'Name of host hosts Open play', path: `/evt/${id}` },
      { id: 'follower-2', topic: 'hostGames', title: 'Name of host hosts Open play', path: `/evt/${id}` },
      { id: 'near', topic: 'alerts', title: 'New game near you: Open play', path: `/evt/${id}` },
    ])
    await env.DB.exec('DELETE FROM follows')
  })

  it('notifies all of very many followers, page by page', async () => {
    const many = crowd('fan', 1200)
    await addCrowd(many)
    await env.DB.prepare("INSERT INTO follows SELECT value, 'host', 1 FROM json_each(?)").bind(JSON.stringify(many)).run()
    await publishGame(host)
    await deliver()
    expect(await listNotified()).toHaveLength(1200)
    await env.DB.exec('DELETE FROM follows')
  })

  it('does not notify people who have a block with one of its hosts', async () => {
    for (const person of [near, twice, far]) await subscribe(person)
    await block('host', 'near')
    await block('twice', 'host')
    await publishGame(host)
    await deliver()
    expect(await listNotified()).toEqual(['far'])
    await addCrowd(['co-host'])
    await block('far', 'co-host')
    await befriend('host', 'co-host')
    await publishGame(host, { coHosts: ['co-host'] })
    await deliver()
    expect(await listNotified()).toEqual(['far'])
  })

  it('notifies nobody if it is hidden, or if the alert has ended', async () => {
    await subscribe(near)
    const { draft } = await publishHiddenGames(host)
    await deliver()
    expect(await listNotified()).toEqual([])
    await subscribe(twice, { isTemporary: true, startDate: noon, endDate: noon + day })
    await subscribe(far, { isTemporary: true, startDate: noon, endDate: noon + 5 * day })
    await host.ask(`/api/events/${draft}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })
    await deliver()
    expect(await listNotified()).toEqual(['far', 'near'])
  })

  it('that repeats notifies each person once, about the first matching date', async () => {
    await subscribe(near)
    await subscribe(far, { startDate: noon + 9 * day })
    await publishGame(host, {}, { repeat: repeatWeekly(4) })
    await deliver()
    expect(await listNotified()).toEqual(['far', 'near'])
    const [text] = await rowsOf("SELECT text FROM notices WHERE user_id = 'far'")
    expect(text?.text).toContain('Dec 5')
  })

  it('notifies very many people by several jobs, each once and about the first matching date', async () => {
    const many = crowd('many', 620)
    await addCrowd(many)
    const [now, later] = [await subscribe(near), await subscribe(far, { startDate: noon + 9 * day })]
    for (const [model, people] of [
      [now, many.slice(0, 310)],
      [later, many],
    ] as const) {
      await rowsOf(
        `INSERT INTO activity_subscriptions SELECT s.id || '-' || p.value, p.value, address_name, address_description, lat, lng, radius, activities,
           start_date, end_date, is_temporary, version, created_at, updated_at FROM activity_subscriptions s, json_each(?) p WHERE s.id = ?`,
        JSON.stringify(people),
        model.id,
      )
      await rowsOf(
        `INSERT INTO subscription_cells SELECT cell, activity, c.id || '-' || p.value, lat, lng, radius, start_date, end_date
         FROM subscription_cells c, json_each(?) p WHERE c.id = ?`,
        JSON.stringify(people),
        model.id,
      )
    }
    await publishGame(host, {}, { repeat: repeatWeekly(4) })
    const jobs: string[] = []
    for (;;) {
      await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
      const [job] = queues.notices.splice(0)
      if (!job) break
      jobs.push(job.id)
      await consume('notices', [job])
    }
    expect(new Set(jobs).size).toBe(jobs.length)
    expect(jobs.length).toBeGreaterThan(2)
    expect(await listNotified()).toEqual([...many, 'far', 'near'].toSorted())
    const onlyLater = await rowsOf(
      "SELECT user_id AS id FROM notices WHERE key LIKE 'event-nearby:%' AND text LIKE '%Dec 5%' ORDER BY user_id",
    )
    expect(onlyLater.map(({ id }) => id)).toEqual([...many.slice(310), 'far'].toSorted())
    await env.DB.exec('DELETE FROM notices')
  })

  it('is in one email an hour together with the others, which only the topic of alerts stops', async () => {
    await subscribe(near)
    const turn = (topic: string, isOn: boolean) =>
      near.ask('/api/notifications/settings', { method: 'PATCH', json: { topic, channel: 'email', isOn } })
    const mailsOfHour = async () => {
      // The new alert was confirmed by an email of its own.
      await consume('mail', queues.mail.splice(0))
      queues.sent.length = 0
      for (const title of ['One', 'Two', 'Three']) await publishGame(host, { title })
      await deliver()
      vi.setSystemTime(Date.now() + hour)
      await runChores(env, Date.now())
      await consume('mail', queues.mail.splice(0))
      return queues.sent.filter(({ to }) => String(to).includes('near@')).map(({ subject }) => subject)
    }
    await turn('usersJoinNearby', false)
    expect(await mailsOfHour()).toEqual(['3 notifications: Your Alerts'])
    await turn('alerts', false)
    expect(await mailsOfHour()).toEqual([])
    await turn('usersJoinNearby', true)
    await turn('alerts', true)
  })

  it('notifies nobody if it is cancelled before the notice is delivered', async () => {
    await subscribe(near)
    const id = await publishGame(host)
    await vi.waitFor(() => expect(queues.notices.length).toBe(1))
    await cancel(host, id)
    await deliver()
    expect(await listNotified()).toEqual([])
  })
})

describe('A game that is changed', () => {
  it('notifies people whose alerts match it only now, and nobody a second time', async () => {
    await subscribe(near)
    await subscribe(far, { address: houston })
    await subscribe(chess, { activities: ['Chess'] })
    const id = await publishGame(host)
    await deliver()
    await change(host, id, { title: 'Open play for all' })
    await deliver()
    expect(await listNotified()).toEqual(['near'])
    await change(host, id, { where: inHouston })
    await deliver()
    expect(await listNotified()).toEqual(['far', 'near'])
    await change(host, id, { where: { ...inHouston, name: 'Austin Courts', lat: 30.27, lng: -97.74 }, activity: 'chess' })
    await deliver()
    expect(await listNotified()).toEqual(['chess', 'far', 'near'])
    await change(host, id, { starts: inDays(4), ends: inDays(4, '14:00'), activity: 'pickleball' })
    await deliver()
    expect(await listNotified()).toEqual(['chess', 'far', 'near'])
  })
})

const cellsIn = async (table: string, id: string) =>
  (await rowsOf(`SELECT cell, activity FROM ${table} WHERE id = ? ORDER BY activity, cell`, id)).map(
    ({ cell, activity }) => `${activity} ${cell}`,
  )
const keys = (cells: readonly number[], activities: readonly string[]) =>
  activities.flatMap((activity) => cells.map((cell) => `${activity} ${cell}`)).toSorted()

describe('The index', () => {
  it('of alerts is updated with each change, and has no rows of deleted alerts', async () => {
    const { id } = await subscribe(near)
    const readCells = async () => (await cellsIn('subscription_cells', id)).toSorted()
    expect(await readCells()).toEqual(keys(coverSubscription(austin, 15), ['pickleball']))
    const save = (version: number, more: object) =>
      near.ask(`/api/activity-subscriptions/${id}`, { method: 'PUT', json: { ...alertForm, ...more, version } })
    await save(1, { address: houston, radius: 5, activities: ['Chess', 'Tennis'] })
    expect(await readCells()).toEqual(keys(coverSubscription(houston, 5), ['chess', 'tennis']))
    expect((await save(1, { radius: 50 })).status).toBe(409)
    expect(await readCells()).toEqual(keys(coverSubscription(houston, 5), ['chess', 'tennis']))
    expect((await near.ask(`/api/activity-subscriptions/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await readCells()).toEqual([])
    await passMinutes(0)
  })

  it('of players is updated with their profile, and both are deleted with the account', async () => {
    const person = await enterAndSetUp('mover')
    const readCells = async () => (await cellsIn('person_cells', 'mover')).toSorted()
    // Chess is turned off in this profile.
    expect(await readCells()).toEqual(keys(listCellIds(austin), ['', 'tennis']))
    await person.ask('/api/profiles/me/activities/chess', { method: 'PUT', json: { level: null, isOn: true } })
    expect(await readCells()).toEqual(keys(listCellIds(austin), ['', 'chess', 'tennis']))
    await person.ask('/api/profiles/me/activities/tennis', { method: 'DELETE' })
    expect(await readCells()).toEqual(keys(listCellIds(austin), ['', 'chess']))
    const form = {
      displayName: 'Lee',
      fullName: 'Lee',
      cityId: 4699066,
      gender: null,
      pronoun: 'Unspecified',
      joinReason: null,
      bio: '',
      version: 1,
    }
    expect((await person.ask('/api/profiles/me', { method: 'PUT', json: form })).status).toBe(200)
    expect(await readCells()).toEqual(keys(listCellIds(houston), ['', 'chess']))
    const { id } = await subscribe(person)
    const context = { db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' as const }
    await deleteAccount(context, 'mover')
    expect([await readCells(), await cellsIn('subscription_cells', id)]).toEqual([[], []])
    await env.DB.exec('DELETE FROM outbox')
  })
})
