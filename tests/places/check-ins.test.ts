import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkInDuration, playerCallPause } from '../../domain/places/kinds.ts'
import { hour } from '../../domain/time/spans.ts'
import { callPlayers, checkInToPlace } from '../../worker/places/check-in-commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { beginGame, join, publishGame } from '../events/games.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, befriend, block, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, readPlace } from './places.ts'

collectLog()
const queues = holdQueues()

let ana: Person
let bo: Person
let cy: Person
let place: string
let otherPlace: string

beforeAll(async () => {
  ;[ana, bo, cy] = [await enter('ana'), await enter('bo'), await enter('cy')]
  place = (await addPlace(ana)).id
  otherPlace = (await addPlace(ana, { lat: 30.4 })).id
})

beforeEach(async () => {
  const tables = [
    'place_follows',
    'place_check_ins',
    'player_calls',
    'notices',
    'jobs',
    'blocks',
    'privacy_settings',
    'connections',
    'outreach',
  ]
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

const here = { lat: 30.35, lng: -97.74 }
const checkIn = (person: Person, id = place, position: object | null = id === otherPlace ? { ...here, lat: 30.4 } : here) =>
  person.ask(`/api/places/${id}/check-in`, { method: 'PUT', json: { position } })
const checkOut = (person: Person, id = place) => person.ask(`/api/places/${id}/check-in`, { method: 'DELETE' })
const follow = (person: Person, id = place) => person.ask(`/api/places/${id}/follow`, { method: 'PUT' })
const call = (person: Person, needed = 2) =>
  person.ask(`/api/places/${place}/calls`, { method: 'POST', json: { activity: 'pickleball', needed } })
const readCheckIns = async (person: Pick<Person, 'ask'>) => {
  const { here } = await readPlace(person, place)
  return { count: here.count, people: here.people.map(({ id }) => id).toSorted() }
}

/** Sets whether these people let others see the games they play. */
const shareGames = (ids: readonly string[], isOn = true) =>
  env.DB.prepare(`INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, updated_at)
      SELECT value, 0, 0, 0, ?, 1 FROM json_each(?)`)
    .bind(Number(isOn), JSON.stringify(ids))
    .run()

describe('A check-in', () => {
  it('lasts two hours, is extended by another check-in, and ends with a check-out', async () => {
    const before = Date.now()
    const { hereUntil } = await (await checkIn(bo)).json<{ hereUntil: number }>()
    expect(hereUntil).toBeGreaterThanOrEqual(before + checkInDuration)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBe(hereUntil)
    await env.DB.exec('UPDATE place_check_ins SET here_until = here_until - 3600000')
    await checkIn(bo)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBeGreaterThanOrEqual(before + checkInDuration)
    expect(await rowsOf('SELECT visits FROM place_check_ins')).toEqual([{ visits: 1 }])
    await checkOut(bo)
    expect((await readPlace(bo, place)).mine?.hereUntil).toBeNull()
    expect(await readCheckIns(ana)).toEqual({ count: 0, people: [] })
  })

  it('expires by itself', async () => {
    await checkIn(bo)
    await env.DB.exec(`UPDATE place_check_ins SET here_until = ${Date.now() - 1}`)
    expect(await readCheckIns(ana)).toEqual({ count: 0, people: [] })
  })

  it('ends the check-in at another place', async () => {
    await checkIn(bo)
    await checkIn(bo, otherPlace)
    expect(await readCheckIns(ana)).toEqual({ count: 0, people: [] })
    expect((await readPlace(ana, otherPlace)).here.count).toBe(1)
  })

  it('shows people who share their games to signed-in viewers, and the same number to everyone, also across a block', async () => {
    await checkIn(bo)
    await checkIn(cy)
    expect(await readCheckIns(ana)).toEqual({ count: 2, people: [] })
    expect(await readCheckIns(bo)).toEqual({ count: 2, people: ['bo'] })
    await shareGames(['bo', 'cy'])
    expect(await readCheckIns(ana)).toEqual({ count: 2, people: ['bo', 'cy'] })
    expect(await readCheckIns({ ask })).toEqual({ count: 2, people: [] })
    await block('cy', 'ana')
    expect(await readCheckIns(ana)).toEqual({ count: 2, people: ['bo'] })
    await block('ana', 'bo')
    expect(await readCheckIns(ana)).toEqual({ count: 2, people: [] })
    expect(await readCheckIns(bo)).toEqual({ count: 2, people: ['bo', 'cy'] })
  })

  it.each([
    ['no position', null, 'LocationNeeded'],
    ['a position a mile away', { ...here, lat: 30.365 }, 'NotNearPlace'],
    ['a position on the other side of the world', { lat: -30.35, lng: 82.26 }, 'NotNearPlace'],
  ])('is refused with %s, and counts no visit', async (_, position, code) => {
    const refused = await checkIn(bo, place, position)
    expect([refused.status, (await readProblem(refused)).code]).toEqual([403, code])
    expect(await rowsOf('SELECT * FROM place_check_ins')).toEqual([])
    expect((await call(bo)).status).toBe(403)
  })

  it('accepts a rounded position next to the place, and stores none', async () => {
    expect((await checkIn(bo, place, { lat: 30.353, lng: -97.743 })).status).toBe(200)
    const [row] = await rowsOf('SELECT * FROM place_check_ins')
    expect(Object.keys(row ?? {}).filter((name) => /lat|lng|position/.test(name))).toEqual([])
  })

  it('needs no position from a person whom a host has checked in at a game there', async () => {
    const where = { placeId: place, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 }
    const game = await publishGame(ana, { where })
    await join(bo, game)
    const [entry] = await rowsOf('SELECT id FROM joiners WHERE event_id = ?', game)
    await beginGame(game)
    expect((await checkIn(bo, place, null)).status).toBe(403)
    const checkIns = [{ joinerId: entry?.id, arrived: 1, at: Date.now() }]
    expect((await ana.ask(`/api/events/${game}/check-ins`, { method: 'PUT', json: { checkIns } })).status).toBe(200)
    expect((await checkIn(bo, place, null)).status).toBe(200)
    expect((await checkIn(bo, otherPlace, null)).status).toBe(403)
  })

  it('is refused at a place that does not exist', async () => {
    await checkIn(bo)
    expect((await checkIn(bo, 'nowhere')).status).toBe(404)
    expect((await follow(bo, 'nowhere')).status).toBe(404)
    expect(await readCheckIns(ana)).toMatchObject({ count: 1 })
  })
})

const readRegulars = async (person: Pick<Person, 'ask'>) => {
  const { count, people } = (await readPlace(person, place)).regulars
  return { count, people: people.map((regular) => [regular.person.id, regular.visits]) }
}

describe('Regulars', () => {
  it('are people who came on several days, because many check-ins in a row count as one visit', async () => {
    const db = openPrimary(env.DB)
    const start = Date.UTC(2026, 0, 1)
    for (let visit = 0; visit < 5; visit++) await checkInToPlace(db, start + visit * 24 * hour, 'bo', place)
    for (let visit = 0; visit < 30; visit++) await checkInToPlace(db, start + visit * 20 * 60_000, 'cy', place)
    await shareGames(['bo'])
    expect(await readRegulars(ana)).toEqual({ count: 1, people: [['bo', 5]] })
    expect(await readRegulars({ ask })).toEqual({ count: 1, people: [] })
    await block('bo', 'ana')
    expect(await readRegulars(ana)).toEqual({ count: 1, people: [] })
  })

  it('are shown up to ten, the most frequent first', async () => {
    const many = crowd('regular', 15)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_check_ins SELECT ?, value, key + 3, 1, 1 FROM json_each(?)')
      .bind(place, JSON.stringify(many))
      .run()
    await shareGames(many)
    const { count, people } = await readRegulars(ana)
    expect(count).toBe(15)
    expect(people.map(([, visits]) => visits)).toEqual([17, 16, 15, 14, 13, 12, 11, 10, 9, 8])
  })

  it('are all counted, but shown only to themselves, to connections, and to others if they share their games', async () => {
    const many = crowd('often', 4)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_check_ins SELECT ?, value, 9 - key, 1, 1 FROM json_each(?)')
      .bind(place, JSON.stringify([...many, 'ana', 'bo']))
      .run()
    expect(await readRegulars(cy)).toEqual({ count: 6, people: [] })
    await shareGames(['often-1'])
    await shareGames(['often-2'], false)
    expect(await readRegulars(cy)).toEqual({ count: 6, people: [['often-1', 8]] })
    await befriend('cy', 'often-3')
    await env.DB.exec(
      "INSERT INTO connections (user_id, other_id, state, since) VALUES ('cy', 'often-0', 'sent', 1), ('often-0', 'cy', 'received', 1)",
    )
    const visibleRegulars = {
      count: 6,
      people: [
        ['often-1', 8],
        ['often-3', 6],
      ],
    }
    expect(await readRegulars(cy)).toEqual(visibleRegulars)
    expect(await readRegulars(bo)).toEqual({
      count: 6,
      people: [
        ['often-1', 8],
        ['bo', 4],
      ],
    })
  })
})

describe('Following a place', () => {
  it('counts each follower once and can be undone', async () => {
    await follow(bo)
    await follow(bo)
    await follow(cy)
    expect(await readPlace(bo, place)).toMatchObject({ followers: 2, mine: { isFollowing: true } })
    await bo.ask(`/api/places/${place}/follow`, { method: 'DELETE' })
    expect(await readPlace(bo, place)).toMatchObject({ followers: 1, mine: { isFollowing: false } })
  })
})

describe('A call for players', () => {
  it('notifies each follower of the place once, but not the caller', async () => {
    for (const person of [ana, bo]) await follow(person)
    await checkIn(ana)
    expect((await call(ana)).status).toBe(204)
    await deliverAll()
    expect(await rowsOf('SELECT user_id, topic, title, text, path FROM notices')).toEqual([
      {
        user_id: 'bo',
        topic: 'usersJoinNearby',
        title: 'Need 2 more for Pickleball at Oak Courts',
        text: 'Name of ana is there now and is looking for players.',
        path: `/places/view/${place}`,
      },
    ])
    expect((await readPlace(bo, place)).ping).toMatchObject({ person: null, needed: 2, activity: 'pickleball' })
    await shareGames(['ana'])
    expect((await readPlace(bo, place)).ping).toMatchObject({ person: { id: 'ana' }, needed: 2, activity: 'pickleball' })
    expect((await readPlace({ ask }, place)).ping).toBeNull()
  })

  it('is refused if the person is not checked in', async () => {
    expect(await readProblem(await call(ana))).toMatchObject({ code: 'NotAtPlace' })
    await checkIn(ana)
    await checkOut(ana)
    expect(await readProblem(await call(ana))).toMatchObject({ code: 'NotAtPlace' })
  })

  it('does not notify people with a block between them and the caller, and shows them no name', async () => {
    for (const person of [bo, cy]) await follow(person)
    await block('bo', 'ana')
    await checkIn(ana)
    await call(ana)
    await deliverAll()
    expect(await rowsOf('SELECT user_id FROM notices')).toEqual([{ user_id: 'cy' }])
    await shareGames(['ana'])
    expect((await readPlace(cy, place)).ping).toMatchObject({ person: { id: 'ana' } })
    expect((await readPlace(bo, place)).ping).toMatchObject({ person: null })
  })

  it.each([
    ['the call has expired', 'UPDATE player_calls SET expires_at = 1'],
    ['the call was deleted', 'DELETE FROM player_calls'],
    ['the place was deleted', 'UPDATE places SET deleted_at = 1'],
    ['the caller deleted their account', "UPDATE users SET deleted_at = 1 WHERE id = 'ana'"],
    ['nobody follows the place anymore', 'DELETE FROM place_follows'],
  ])('notifies nobody if %s before the job runs', async (_, change) => {
    await follow(bo)
    await checkIn(ana)
    expect((await call(ana)).status).toBe(204)
    await env.DB.exec(change)
    await deliverAll()
    await env.DB.exec("UPDATE places SET deleted_at = NULL; UPDATE users SET deleted_at = NULL WHERE id = 'ana'")
    expect(await rowsOf('SELECT user_id FROM notices')).toEqual([])
  })

  it('queues no job if there is nobody to notify', async () => {
    await follow(ana)
    await follow(bo)
    await block('bo', 'ana')
    await checkInToPlace(openPrimary(env.DB), Date.now(), 'ana', place)
    const db = openPrimary(env.DB)
    await callPlayers(db, { now: Date.now(), newId: () => crypto.randomUUID() }, 'ana', place, { activity: 'tennis', needed: 1 })
    expect(db.outboxIds).toEqual([])
    expect(await rowsOf('SELECT user_id FROM player_calls')).toEqual([{ user_id: 'ana' }])
  })

  it('is refused for a place that does not exist', async () => {
    const nowhere = await ana.ask('/api/places/nowhere/calls', { method: 'POST', json: { activity: 'tennis', needed: 1 } })
    expect(await readProblem(nowhere)).toMatchObject({ code: 'PlaceNotFound' })
  })

  it('is allowed once every half hour per place and per person', async () => {
    for (const person of [ana, bo]) await checkIn(person)
    expect((await call(ana)).status).toBe(204)
    expect((await readProblem(await call(bo))).code).toBe('PlayersJustCalled')
    expect((await readPlace(bo, place)).mine?.mayPingAt).toBeGreaterThan(Date.now())
    await checkIn(ana, otherPlace)
    const elsewhere = await ana.ask(`/api/places/${otherPlace}/calls`, { method: 'POST', json: { activity: 'tennis', needed: 1 } })
    expect((await readProblem(elsewhere)).code).toBe('PlayersJustCalled')
    const later = { now: Date.now() + playerCallPause + 1, newId: () => crypto.randomUUID() }
    await callPlayers(openPrimary(env.DB), later, bo.id, place, { activity: 'tennis', needed: 1 })
    expect(await rowsOf('SELECT user_id FROM player_calls ORDER BY created_at')).toEqual([{ user_id: 'ana' }, { user_id: 'bo' }])
  })

  it('succeeds only once if several people call at the same time', async () => {
    for (const person of [ana, bo, cy]) {
      await checkIn(person)
      await follow(person)
    }
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => call([ana, bo, cy][index % 3] as Person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(8).fill(429)])
    await deliverAll()
    expect(await rowsOf('SELECT count(*) AS told FROM notices')).toEqual([{ told: 2 }])
  })

  it('notifies at most five hundred people', async () => {
    const many = crowd('fan', 520)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_follows SELECT ?, value, key FROM json_each(?)').bind(place, JSON.stringify(many)).run()
    await checkIn(ana)
    await call(ana)
    await vi.waitFor(() => expect(queues.notices).toHaveLength(1))
    await consume('notices', queues.notices)
    // The people who followed the place last.
    const latest = many.slice(20).toSorted()
    expect(await rowsOf('SELECT user_id FROM notices ORDER BY user_id')).toEqual(latest.map((user_id) => ({ user_id })))
    expect((await readPlace(ana, place)).followers).toBe(100)
  })

  it.each([0, 21, 1.5, '2'])('for %s players is refused', async (needed) => {
    await checkIn(ana)
    expect((await call(ana, needed as number)).status).toBe(400)
  })
})
