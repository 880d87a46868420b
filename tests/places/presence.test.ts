import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hereFor, pingPause } from '../../domain/places/kinds.ts'
import { hour } from '../../domain/time/spans.ts'
import { arrive, callPlayers } from '../../worker/places/presence-commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { consume, deliverAll, holdQueues } from '../notifications/post-office.ts'
import { addCrowd, befriend, block, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, readPlace } from './places.ts'

collectLog()
const office = holdQueues()

let ana: Person
let bo: Person
let cy: Person
let place: string
let other: string

beforeAll(async () => {
  ;[ana, bo, cy] = [await enter('ana'), await enter('bo'), await enter('cy')]
  place = (await addPlace(ana)).id
  other = (await addPlace(ana, { lat: 30.4 })).id
})

beforeEach(async () => {
  const tables = ['place_follows', 'place_visits', 'place_pings', 'notices', 'jobs', 'blocks', 'privacy_settings', 'connections']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

const go = (person: Person, id = place) => person.ask(`/api/places/${id}/visit`, { method: 'PUT' })
const leave = (person: Person, id = place) => person.ask(`/api/places/${id}/visit`, { method: 'DELETE' })
const follow = (person: Person, id = place) => person.ask(`/api/places/${id}/follow`, { method: 'PUT' })
const call = (person: Person, needed = 2) =>
  person.ask(`/api/places/${place}/calls`, { method: 'POST', json: { activity: 'pickleball', needed } })
const hereFor_ = async (person: Pick<Person, 'ask'>) => {
  const { here } = await readPlace(person, place)
  return { count: here.count, people: here.people.map(({ id }) => id).toSorted() }
}

describe('A check-in', () => {
  it('lasts two hours, longer when said again, and ends when one leaves', async () => {
    const before = Date.now()
    const { hereUntil } = await (await go(bo)).json<{ hereUntil: number }>()
    expect(hereUntil).toBeGreaterThanOrEqual(before + hereFor)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBe(hereUntil)
    await env.DB.exec('UPDATE place_visits SET here_until = here_until - 3600000')
    await go(bo)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBeGreaterThanOrEqual(before + hereFor)
    expect(await rowsOf('SELECT visits FROM place_visits')).toEqual([{ visits: 1 }])
    await leave(bo)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBeNull()
    expect(await hereFor_(ana)).toEqual({ count: 0, people: [] })
  })

  it('runs out by itself', async () => {
    await go(bo)
    await env.DB.exec(`UPDATE place_visits SET here_until = ${Date.now() - 1}`)
    expect(await hereFor_(ana)).toEqual({ count: 0, people: [] })
  })

  it('is at one place at a time', async () => {
    await go(bo)
    await go(bo, other)
    expect(await hereFor_(ana)).toEqual({ count: 0, people: [] })
    expect((await readPlace(ana, other)).here.count).toBe(1)
  })

  it('shows faces to who is signed in, a number to strangers, and neither across a block', async () => {
    await go(bo)
    await go(cy)
    expect(await hereFor_(ana)).toEqual({ count: 2, people: ['bo', 'cy'] })
    expect(await hereFor_({ ask })).toEqual({ count: 2, people: [] })
    await block('cy', 'ana')
    expect(await hereFor_(ana)).toEqual({ count: 1, people: ['bo'] })
    await block('ana', 'bo')
    expect(await hereFor_(ana)).toEqual({ count: 0, people: [] })
    expect(await hereFor_(bo)).toEqual({ count: 2, people: ['bo', 'cy'] })
  })

  it('is at no place that is not there', async () => {
    await go(bo)
    expect((await go(bo, 'nowhere')).status).toBe(404)
    expect((await follow(bo, 'nowhere')).status).toBe(404)
    expect(await hereFor_(ana)).toEqual({ count: 1, people: ['bo'] })
  })
})

const regularsFor = async (person: Pick<Person, 'ask'>) => {
  const { count, people } = (await readPlace(person, place)).regulars
  return { count, people: people.map((one) => [one.person.id, one.visits]) }
}

/** They let others see where they play, or say that they do not. */
const show = (ids: readonly string[], isOn = true) =>
  env.DB.prepare('INSERT INTO privacy_settings SELECT value, 0, 0, 0, ?, 1 FROM json_each(?)').bind(Number(isOn), JSON.stringify(ids)).run()

describe('Regulars', () => {
  it('are those who came on several days; coming and going in one hour is one visit', async () => {
    const db = openPrimary(env.DB)
    const start = Date.UTC(2026, 0, 1)
    for (let visit = 0; visit < 5; visit++) await arrive(db, start + visit * 24 * hour, 'bo', place)
    for (let visit = 0; visit < 30; visit++) await arrive(db, start + visit * 20 * 60_000, 'cy', place)
    await show(['bo'])
    expect(await regularsFor(ana)).toEqual({ count: 1, people: [['bo', 5]] })
    expect(await regularsFor({ ask })).toEqual({ count: 1, people: [] })
    await block('bo', 'ana')
    expect(await regularsFor(ana)).toEqual({ count: 0, people: [] })
  })

  it('are ten at most, the most frequent first', async () => {
    const many = crowd('regular', 15)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_visits SELECT ?, value, key + 3, 1, 1 FROM json_each(?)')
      .bind(place, JSON.stringify(many))
      .run()
    await show(many)
    const { count, people } = await regularsFor(ana)
    expect(count).toBe(15)
    expect(people.map(([, visits]) => visits)).toEqual([17, 16, 15, 14, 13, 12, 11, 10, 9, 8])
  })

  it('are counted all, and shown where they show their games, to their connections, and to themselves', async () => {
    const many = crowd('often', 4)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_visits SELECT ?, value, 9 - key, 1, 1 FROM json_each(?)')
      .bind(place, JSON.stringify([...many, 'ana', 'bo']))
      .run()
    expect(await regularsFor(cy)).toEqual({ count: 6, people: [] })
    await show(['often-1'])
    await show(['often-2'], false)
    expect(await regularsFor(cy)).toEqual({ count: 6, people: [['often-1', 8]] })
    await befriend('cy', 'often-3')
    await env.DB.exec("INSERT INTO connections VALUES ('cy', 'often-0', 'sent', 1), ('often-0', 'cy', 'received', 1)")
    const known = {
      count: 6,
      people: [
        ['often-1', 8],
        ['often-3', 6],
      ],
    }
    expect(await regularsFor(cy)).toEqual(known)
    expect(await regularsFor(bo)).toEqual({
      count: 6,
      people: [
        ['often-1', 8],
        ['bo', 4],
      ],
    })
  })
})

describe('Following a place', () => {
  it('is once, counted, and taken back', async () => {
    await follow(bo)
    await follow(bo)
    await follow(cy)
    expect(await readPlace(bo, place)).toMatchObject({ followers: 2, mine: { isFollowing: true } })
    await bo.ask(`/api/places/${place}/follow`, { method: 'DELETE' })
    expect(await readPlace(bo, place)).toMatchObject({ followers: 1, mine: { isFollowing: false } })
  })
})

describe('Need 2 more', () => {
  it('tells those who follow the place, once, but not the caller', async () => {
    for (const person of [ana, bo]) await follow(person)
    await go(ana)
    expect((await call(ana)).status).toBe(204)
    await deliverAll()
    expect(await rowsOf('SELECT user_id, topic, title, text, path FROM notices')).toEqual([
      {
        user_id: 'bo',
        topic: 'usersJoinNearby',
        title: 'Need 2 more for Pickleball at Oak Courts',
        text: 'Name of ana is there now and looks for players.',
        path: `/places/view/${place}`,
      },
    ])
    expect((await readPlace(bo, place)).ping).toMatchObject({ person: { id: 'ana' }, needed: 2, activity: 'pickleball' })
    expect((await readPlace({ ask }, place)).ping).toBeNull()
  })

  it('is for who is there', async () => {
    expect(await readProblem(await call(ana))).toMatchObject({ code: 'NotAtPlace' })
    await go(ana)
    await leave(ana)
    expect(await readProblem(await call(ana))).toMatchObject({ code: 'NotAtPlace' })
  })

  it('reaches nobody across a block, and shows to neither', async () => {
    for (const person of [bo, cy]) await follow(person)
    await block('bo', 'ana')
    await go(ana)
    await call(ana)
    await deliverAll()
    expect(await rowsOf('SELECT user_id FROM notices')).toEqual([{ user_id: 'cy' }])
    expect((await readPlace(bo, place)).ping).toBeNull()
  })

  it.each([
    ['is over', 'UPDATE place_pings SET expires_at = 1'],
    ['is gone', 'DELETE FROM place_pings'],
    ['was for a place that is gone', 'UPDATE places SET deleted_at = 1'],
    ['was by someone who is gone', "UPDATE users SET deleted_at = 1 WHERE id = 'ana'"],
    ['nobody follows any more', 'DELETE FROM place_follows'],
  ])('tells nobody where it %s by then', async (_, change) => {
    await follow(bo)
    await go(ana)
    expect((await call(ana)).status).toBe(204)
    await env.DB.exec(change)
    await deliverAll()
    await env.DB.exec("UPDATE places SET deleted_at = NULL; UPDATE users SET deleted_at = NULL WHERE id = 'ana'")
    expect(await rowsOf('SELECT user_id FROM notices')).toEqual([])
  })

  it('leaves no job where there is nobody to tell', async () => {
    await follow(ana)
    await follow(bo)
    await block('bo', 'ana')
    await arrive(openPrimary(env.DB), Date.now(), 'ana', place)
    const db = openPrimary(env.DB)
    await callPlayers(db, { now: Date.now(), newId: () => crypto.randomUUID() }, 'ana', place, { activity: 'tennis', needed: 1 })
    expect(db.outboxIds).toEqual([])
    expect(await rowsOf('SELECT user_id FROM place_pings')).toEqual([{ user_id: 'ana' }])
  })

  it('is for a place that is there', async () => {
    const nowhere = await ana.ask('/api/places/nowhere/calls', { method: 'POST', json: { activity: 'tennis', needed: 1 } })
    expect(await readProblem(nowhere)).toMatchObject({ code: 'PlaceNotFound' })
  })

  it('is once in half an hour, at a place and by a person', async () => {
    for (const person of [ana, bo]) await go(person)
    expect((await call(ana)).status).toBe(204)
    expect((await readProblem(await call(bo))).code).toBe('PlayersCalledLately')
    expect((await readPlace(bo, place)).mine?.mayPingAt).toBeGreaterThan(Date.now())
    await go(ana, other)
    const elsewhere = await ana.ask(`/api/places/${other}/calls`, { method: 'POST', json: { activity: 'tennis', needed: 1 } })
    expect((await readProblem(elsewhere)).code).toBe('PlayersCalledLately')
    const later = { now: Date.now() + pingPause + 1, newId: () => crypto.randomUUID() }
    await callPlayers(openPrimary(env.DB), later, bo.id, place, { activity: 'tennis', needed: 1 })
    expect(await rowsOf('SELECT user_id FROM place_pings ORDER BY created_at')).toEqual([{ user_id: 'ana' }, { user_id: 'bo' }])
  })

  it('by ten at once is one', async () => {
    for (const person of [ana, bo, cy]) {
      await go(person)
      await follow(person)
    }
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => call([ana, bo, cy][index % 3] as Person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(8).fill(429)])
    await deliverAll()
    expect(await rowsOf('SELECT count(*) AS told FROM notices')).toEqual([{ told: 2 }])
  })

  it('reaches five hundred at most', async () => {
    const many = crowd('fan', 520)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_follows SELECT ?, value, key FROM json_each(?)').bind(place, JSON.stringify(many)).run()
    await go(ana)
    await call(ana)
    await vi.waitFor(() => expect(office.notices).toHaveLength(1))
    await consume('notices', office.notices)
    // Those who began to follow it last.
    const latest = many.slice(20).toSorted()
    expect(await rowsOf('SELECT user_id FROM notices ORDER BY user_id')).toEqual(latest.map((user_id) => ({ user_id })))
    expect((await readPlace(ana, place)).followers).toBe(100)
  })

  it.each([0, 21, 1.5, '2'])('of %s is refused', async (needed) => {
    await go(ana)
    expect((await call(ana, needed as number)).status).toBe(400)
  })
})
