import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverMap } from '../../domain/discover/map-contract.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { indexEvents } from '../../worker/events/index-events.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { join, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { makeRandom } from '../setup/make-random.ts'

collectLog()
holdQueues()

const makePlace = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })

let host: Person
let viewer: Person

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const toQuery = (bounds: Bounds) => new URLSearchParams(Object.entries(bounds).map(([name, value]) => [name, String(value)])).toString()

async function readMap(bounds: Bounds, query = '', from: Person | null = null) {
  const answer = await (from?.ask ?? ask)(`/api/discover/map?${toQuery(bounds)}&${query}`)
  expect(answer.status).toBe(200)
  const map = (await answer.clone().json()) as DiscoverMap
  const count = [...map.games, ...map.clusters].reduce((sum, pin) => sum + pin.count, 0)
  return { answer, map, count }
}

const texas = { south: 29, north: 31, west: -99, east: -96 }
const thePark = { placeId: null, name: 'The Park', address: '', lat: 30.1, lng: -97.1 }

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  host = await enter('host')
  viewer = await enter('viewer')
  await publishGame(host, { title: 'Pickleball tomorrow', starts: inDays(1), ends: inDays(1, '14:00'), capacity: 4 })
  await publishGame(host, { title: 'Tennis', activity: 'tennis', starts: inDays(2, '08:00'), ends: inDays(2, '09:00') })
  await publishGame(
    host,
    { title: 'Weekly run', activity: 'running', where: thePark, starts: inDays(1), ends: inDays(1, '13:00') },
    { repeat: repeatWeekly(6) },
  )
  await publishHiddenGames(host, { title: 'Hidden from view' })
  vi.useRealTimers()
})

describe('The map of few games', () => {
  it('has each game that the list has, and not those that are not public', async () => {
    const { map } = await readMap(texas)
    expect(map.games.map(({ title }) => title).toSorted()).toEqual(['Pickleball tomorrow', 'Tennis', 'Weekly run'])
    expect(map.clusters).toEqual([])
  })

  it('shows a series at one place as one pin with its number of games and its next dates', async () => {
    const { map, count } = await readMap(texas, 'activity=running')
    const first = Date.parse(`${inDays(1)}:00-06:00`)
    expect(map.games).toMatchObject([
      { title: 'Weekly run', startsAt: first, count: 6, nextDates: [1, 2, 3].map((week) => first + week * 7 * day) },
    ])
    expect(count).toBe(6)
  })

  it.each([
    ['activity=tennis', ['Tennis']],
    ['not=tennis,running', ['Pickleball tomorrow']],
    ['time=morning', ['Tennis']],
    ['days=fri', ['Tennis']],
    ['from=2026-11-27&to=2026-11-27', ['Tennis']],
    ['to=2026-11-26', ['Pickleball tomorrow', 'Weekly run']],
    ['seats=5', []],
    ['paid=1', []],
    ['from=2026-11-27&to=2026-11-26', []],
    ['past=1', []],
  ])('is filtered by %s', async (query, titles) => {
    expect((await readMap(texas, query)).map.games.map(({ title }) => title).toSorted()).toEqual(titles)
  })

  it('shows nothing elsewhere, and refuses a view without all of its sides', async () => {
    expect((await readMap({ south: 0, north: 1, west: 0, east: 1 })).count).toBe(0)
    expect((await ask('/api/discover/map?south=1&north=2&west=3')).status).toBe(400)
    expect((await ask('/api/discover/map?south=-91&north=2&west=3&east=4')).status).toBe(400)
  })

  it('shows past games in a past search', async () => {
    vi.setSystemTime(noon + 7.1 * day)
    const { cleanEventCells } = await import('../../worker/events/reminders.ts')
    await cleanEventCells(openPrimary(env.DB), noon + 7.1 * day)
    expect((await readMap(texas, 'past=1')).count).toBe(3)
    expect((await readMap(texas, '')).count).toBe(5)
    expect((await readMap(texas, 'past=1&to=2026-11-26')).count).toBe(2)
    expect((await readMap(texas, 'past=1&days=fri')).count).toBe(1)
  })
})

describe('The map of many games', () => {
  const utah = { south: 37, north: 42, west: -114, east: -109 }
  type Many = { id: string; creatorId: string; activity: string; startsAt: number; lat: number; lng: number; timeZone: string }
  let many: Many[]

  beforeAll(async () => {
    const random = makeRandom(21)
    const blocked = await enter('blocked')
    many = Array.from({ length: 1400 }, (_, index) => ({
      id: `many-${index}`,
      creatorId: index % 10 === 0 ? blocked.id : host.id,
      activity: index % 3 ? 'tennis' : 'chess',
      startsAt: noon + hour + Math.floor(random() * 40 * 24) * hour,
      lat: 38 + random() ** 3 * 3,
      lng: -113 + random() ** 3 * 3,
      timeZone: 'America/Denver',
    }))
    await env.DB.prepare(
      `INSERT INTO events (id, creator_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity,
          slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded,
          version, created_at, updated_at)
        SELECT value->>'id', value->>'creatorId', value->>'activity', 'One of many', '', 'Courts', '', value->>'lat', value->>'lng', value->>'timeZone',
          value->>'startsAt', (value->>'startsAt') + ${hour}, 8, '[]', 3, 'public', 0, '[]', 720, 'order', 'published', '', 0, 0, 0, 1, 0, 0
        FROM json_each(?)`,
    )
      .bind(JSON.stringify(many))
      .run()
    await runBatch(openPrimary(env.DB), {
      indexed: indexEvents(many.map((one) => ({ ...one, title: 'One of many', placeName: 'Courts', address: '' }))),
    })
  })

  const localOf = ({ startsAt, timeZone }: Many) => instantToLocal(startsAt, timeZone)
  const weekdayOf = (one: Many) => new Date(localOf(one).date).getUTCDay()

  it.each<[string, (one: Many) => boolean]>([
    ['', () => true],
    ['activity=tennis', ({ activity }) => activity === 'tennis'],
    ['activity=tennis,chess', () => true],
    ['not=chess', ({ activity }) => activity !== 'chess'],
    ['from=2026-11-28', (one) => localOf(one).date >= '2026-11-28'],
    ['from=2026-11-27&to=2026-12-24', (one) => localOf(one).date >= '2026-11-27' && localOf(one).date <= '2026-12-24'],
    ['from=2026-11-27&activity=tennis', (one) => localOf(one).date >= '2026-11-27' && one.activity === 'tennis'],
    ['notdays=mon', (one) => weekdayOf(one) !== 1],
    ['notdays=fri&from=2026-11-28', (one) => weekdayOf(one) !== 5 && localOf(one).date >= '2026-11-28'],
    ['days=sat,sun,mon,tue', (one) => [6, 0, 1, 2].includes(weekdayOf(one))],
  ])('counts all of them in at most 200 clusters, filtered by “%s”', async (query, matches) => {
    const { map, count, answer } = await readMap(utah, query)
    expect([map.games.length, map.uncounted]).toEqual([0, []])
    expect(map.clusters.length).toBeLessThanOrEqual(200)
    expect(map.clusters.length).toBeGreaterThan(3)
    expect(count).toBe(many.filter(matches).length)
    expect(rowsRead(answer)).toBeLessThan(2000)
  })

  it('has the true count in each cluster, and draws it among its games', async () => {
    const { map } = await readMap(utah)
    const side = 2 ** (map.bits ?? 0)
    for (const { key, lat, lng, count } of map.clusters) {
      const own = many.filter(
        (one) => key === `${map.bits}-${Math.floor(((one.lng + 180) / 360) * side)}-${Math.floor(((one.lat + 90) / 180) * side)}`,
      )
      expect(count).toBe(own.length)
      expect(lat).toBeCloseTo(own.reduce((sum, one) => sum + one.lat, 0) / own.length, 4)
      expect(lng).toBeCloseTo(own.reduce((sum, one) => sum + one.lng, 0) / own.length, 4)
    }
  })

  it('says which filters it does not count, and counts all of them when it is near enough', async () => {
    const { map, count } = await readMap(utah, 'time=evening&level=3&free=1&seats=2')
    expect(map.uncounted).toEqual(['timeOfDay', 'level', 'price', 'seatsLeft'])
    expect(count).toBe(many.length)
    const near = { south: 38.5, north: 39, west: -112, east: -111 }
    const isNear = ({ lat, lng }: Many) => lat >= near.south && lat <= near.north && lng >= near.west && lng <= near.east
    const evening = many.filter((one) => isNear(one) && localOf(one).time >= '17:00')
    const closeMap = await readMap(near, 'time=evening')
    expect(closeMap.map.uncounted).toEqual([])
    expect(closeMap.map.games.map(({ id }) => id).toSorted()).toEqual(evening.map(({ id }) => id).toSorted())
  })

  it('does not count the games of people with a block between them and the viewer, as in the list', async () => {
    expect((await readMap(utah, '', viewer)).count).toBe(many.length)
    await block('viewer', 'blocked')
    const visible = many.filter(({ creatorId }) => creatorId === host.id)
    expect((await readMap(utah, '', viewer)).count).toBe(visible.length)
    expect((await readMap(utah, 'activity=chess&from=2026-12-01', viewer)).count).toBe(
      visible.filter((one) => one.activity === 'chess' && localOf(one).date >= '2026-12-01').length,
    )
    expect((await readMap(utah, 'not=chess', viewer)).count).toBe(visible.filter((one) => one.activity !== 'chess').length)
    // Someone without a block, and everyone signed out, still finds them.
    expect((await readMap(utah)).count).toBe(many.length)
    expect((await readMap(utah, '', await enter('other'))).count).toBe(many.length)
  })

  it('follows what hosts do', async () => {
    host = await enter('another-host')
    const before = (await readMap(utah)).count
    const id = await publishGame(host, { where: makePlace('Hall', 40, -111), title: 'New' })
    expect((await readMap(utah)).count).toBe(before + 1)
    await join(viewer, id)
    expect((await readMap(utah)).count).toBe(before + 1)
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '', scope: 'this' } })
    expect((await readMap(utah)).count).toBe(before)
  })

  it('counts a place on the date line and at the edge of the world once', async () => {
    await publishGame(host, { where: makePlace('Taveuni', -16.85, 179.99), title: 'East' })
    await publishGame(host, { where: makePlace('Rabi', -16.5, -179.99), title: 'West' })
    expect((await readMap({ south: -18, north: -15, west: 179, east: -179 })).count).toBe(2)
    const all = (await readMap({ south: -90, north: 90, west: -180, east: 180 })).count
    expect((await readMap({ south: -90, north: 90, west: 0, east: -1 })).count).toBe(all)
  })
})
