import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityId } from '../../domain/activities.ts'
import type { NearPlayer, NearPlayers } from '../../domain/people/contract.ts'
import type { PlayedActivity, SetUpProfile } from '../../domain/profiles/contract.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { writeCells } from '../../worker/geo/commands.ts'
import { write } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, enterAndSetUp, markDeleted, type Person, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }
const roundRock = { id: 4724129, lat: 30.50826, lng: -97.6789 }
const sanAntonio = { id: 4726206, lat: 29.42412, lng: -98.49363 }

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const plays = (activity: ActivityId, level: number | null = 3, isOn = true): PlayedActivity => ({ activity, level, isOn })

/** Moves a person to any location, even without a city, and updates the search index. */
async function moveTo(id: string, { lat, lng }: { lat: number; lng: number }, activities: readonly PlayedActivity[]): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM person_cells WHERE id = ?').bind(id),
    env.DB.prepare('UPDATE profiles SET lat = ?, lng = ? WHERE user_id = ?').bind(lat, lng, id),
  ])
  const activeIds = activities.filter(({ isOn }) => isOn).map(({ activity }) => activity)
  await write(openPrimary(env.DB), writeCells('person_cells', [{ id, lat, lng, activities: activeIds }]))
}

async function addPlayer(id: string, activities: PlayedActivity[], city = austin, more: Partial<SetUpProfile> = {}): Promise<Person> {
  const person = await enterAndSetUp(id, { displayName: `Player ${id}`, activities, cityId: city.id, ...more })
  await moveTo(id, city, activities)
  return person
}

const askNear = (person: Person, query = '') => person.ask(`/api/people/near${query}`)
const listNear = async (person: Person, query = ''): Promise<NearPlayer[]> =>
  (await (await askNear(person, query)).json<NearPlayers>()).players
const listNearIds = async (person: Person, query = '') => (await listNear(person, query)).map((found) => found.person.id).toSorted()

describe('Players near me', () => {
  it('are found by shared activities, listed in my order and with their level', async () => {
    const me = await addPlayer('me', [plays('tennis', 3), plays('chess', null), plays('soccer', 2, false)])
    await addPlayer('mate', [plays('chess', 4), plays('tennis', 3.5), plays('soccer', 3)])
    await addPlayer('kicker', [plays('soccer', 3)])
    await addPlayer('far-mate', [plays('tennis', 3)], sanAntonio)
    await addPlayer('near-mate', [plays('tennis', null)], roundRock)
    const found = new Map((await listNear(me)).map((one) => [one.person.id, one]))
    expect([...found.keys()].toSorted()).toEqual(['mate', 'near-mate'])
    expect(found.get('mate')).toEqual({
      person: { id: 'mate', name: 'Player mate', pictureUrl: null },
      city: { name: 'Austin', state: 'TX' },
      miles: 5,
      shared: [
        { activity: 'tennis', level: 3.5 },
        { activity: 'chess', level: 4 },
      ],
      hoursTogether: null,
      connection: null,
    })
    expect(found.get('near-mate')).toMatchObject({ miles: 20, shared: [{ activity: 'tennis', level: null }] })
    expect(await listNearIds(me, '?activity=chess')).toEqual(['mate'])
    // An activity that is off finds nobody, even if the search names it.
    expect(await listNearIds(me, '?activity=soccer')).toEqual([])
    expect(await listNearIds(me, '?limit=1')).toHaveLength(1)
  })

  it('leave out the viewer, deleted accounts, and people with a block in either direction', async () => {
    const one = await addPlayer('one', [plays('bowling')])
    const other = await addPlayer('other', [plays('bowling')])
    await addPlayer('gone', [plays('bowling')])
    expect(await listNearIds(one)).toEqual(['gone', 'other'])
    await markDeleted('gone')
    expect(await listNearIds(one)).toEqual(['other'])
    await block('one', 'other')
    expect(await listNearIds(one)).toEqual([])
    expect(await listNearIds(other)).toEqual([])
  })

  it('leave out people who turned the shared activity off', async () => {
    const me = await addPlayer('yogi', [plays('yoga'), plays('golf', 3, false)])
    await addPlayer('off', [plays('yoga', 3, false), plays('hiking')])
    await addPlayer('golfer', [plays('golf')])
    expect(await listNearIds(me)).toEqual([])
    // An outdated row of the search index does not show them either.
    await moveTo('off', austin, [plays('yoga')])
    expect(await listNearIds(me)).toEqual([])
  })

  it('come with the state of the connection', async () => {
    const me = await addPlayer('asker', [plays('fencing')])
    await addPlayer('asked', [plays('fencing')])
    expect((await me.ask('/api/connections/asked', { method: 'PUT' })).ok).toBe(true)
    expect(await listNear(me)).toMatchObject([{ connection: 'sent' }])
  })
})

describe('Players near me in a large city', () => {
  const losAngeles = { id: 5368361, lat: 34.05223, lng: -118.24368 }
  const maxRows = 250
  const shortMaxRows = 170

  const week = JSON.stringify(eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime: '17:00', endTime: '21:00' }] })))
  const addHours = (ids: readonly string[]) =>
    env.DB.prepare(
      "INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at) SELECT value, 'UTC', ?, '[]', 1, 1, 1 FROM json_each(?)",
    ).bind(week, JSON.stringify(ids))

  /** Many people who live at the same place. As real ids, theirs are in the order of sign-up, and not of the city. */
  async function addCity(name: string, size: number, { lat, lng }: { lat: number; lng: number }, activities: readonly ActivityId[]) {
    const ids = Array.from({ length: size }, (_, index) => `${String(index).padStart(4, '0')}-${name}`)
    await addCrowd(ids)
    const list = JSON.stringify(ids)
    const played = JSON.stringify(activities.map((activity) => plays(activity)))
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
         SELECT value, 'A Player', '', 1, 'City', 'CA', ?, ?, 'UTC', 'They/Them', ?, 1, 1, 1 FROM json_each(?)`,
      ).bind(lat, lng, played, list),
      env.DB.prepare(
        `INSERT INTO privacy_settings (user_id, messages_from_anyone, public_badges, public_online_status, public_upcoming_games, public_hours, updated_at)
         SELECT value, 1, 1, 1, 1, 1, 1 FROM json_each(?)`,
      ).bind(list),
      addHours(ids),
    ])
    for (let from = 0; from < size; from += 200)
      await write(
        openPrimary(env.DB),
        writeCells(
          'person_cells',
          ids.slice(from, from + 200).map((id) => ({ id, lat, lng, activities })),
        ),
      )
  }

  const addViewer = async (id: string, activities: PlayedActivity[], city = losAngeles) => {
    const viewer = await addPlayer(id, activities, city)
    await addHours([id]).run()
    return viewer
  }

  beforeAll(async () => {
    await addCity('padel', 2000, losAngeles, ['padel', 'golf'])
    await addCity('rugby', 2000, losAngeles, ['rugby'])
    await addCity('handball', 3, losAngeles, ['handball'])
  })

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon })
    return () => vi.useRealTimers()
  })

  it('are read in few rows, of each of my activities, with all who play a rare one', async () => {
    const me = await addViewer('in-crowd', [plays('padel'), plays('rugby'), plays('handball')])
    for (let n = 0; n < 5; n += 1) {
      vi.setSystemTime(noon + n * day)
      const answer = await askNear(me)
      expect(rowsRead(answer)).toBeLessThan(maxRows)
      const { players } = await answer.json<NearPlayers>()
      expect(players).toHaveLength(30)
      // Home shows seven, and a short list needs fewer to choose from.
      const short = await askNear(me, '?limit=7')
      expect(rowsRead(short)).toBeLessThan(shortMaxRows)
      expect((await short.json<NearPlayers>()).players).toHaveLength(7)
      const counts = Object.groupBy(players, ({ shared }) => shared[0]?.activity ?? 'none')
      expect(counts.padel?.length).toBeGreaterThan(5)
      expect(counts.rugby?.length).toBeGreaterThan(5)
      expect(counts.handball).toHaveLength(3)
    }
    expect(await listNearIds(me, '?activity=handball')).toHaveLength(3)
  })

  it('are others for each viewer and each day, but the same all day', async () => {
    const me = await addViewer('today', [plays('golf')])
    const other = await addViewer('also-today', [plays('golf')])
    const mine = await listNearIds(me)
    vi.setSystemTime(noon + hour)
    expect(await listNearIds(me)).toEqual(mine)
    expect(await listNearIds(other)).not.toEqual(mine)
    const seen = new Set<string>()
    for (let n = 0; n < 10; n += 1) {
      vi.setSystemTime(noon + n * day)
      const ids = await listNearIds(me)
      expect(ids).toHaveLength(30)
      for (const id of ids) seen.add(id)
    }
    expect(seen.size).toBeGreaterThan(150)
  })

  it('come after those of my own place, from which a large city cannot push them out', async () => {
    const suburb = { id: losAngeles.id, lat: 34.19, lng: -118.13 }
    await addCity('suburb', 4, suburb, ['padel'])
    const me = await addViewer('in-suburb', [plays('padel'), plays('chess')], suburb)
    const answer = await askNear(me)
    expect(rowsRead(answer)).toBeLessThan(maxRows)
    const ids = (await answer.json<NearPlayers>()).players.map(({ person }) => person.id)
    expect(ids).toHaveLength(30)
    expect(ids.slice(0, 4).toSorted()).toEqual(['0000-suburb', '0001-suburb', '0002-suburb', '0003-suburb'])
  })

  it('never show a person with a block, and still fill the list', async () => {
    const me = await addViewer('blocker', [plays('rugby')])
    const hidden = await listNearIds(me)
    for (const id of hidden) await block('blocker', id)
    const found = await listNearIds(me)
    expect(found).toHaveLength(30)
    expect(found.filter((id) => hidden.includes(id))).toEqual([])
  })
})

describe('The location of a person', () => {
  /** Four corners of a neighborhood of five miles, and three cities to look from. */
  const places = [
    { lat: 30.255, lng: -97.745 },
    { lat: 30.315, lng: -97.745 },
    { lat: 30.315, lng: -97.685 },
    { lat: 30.282, lng: -97.711 },
  ]
  const watcherPlaces = [roundRock, { id: austin.id, lat: 30.05, lng: -97.95 }, { id: austin.id, lat: 30.11, lng: -97.35 }]

  it('cannot be calculated from the distances to three places', async () => {
    const watchers = await Promise.all(
      watcherPlaces.map(async (tower, index) => {
        const watcher = await addPlayer(`watcher-${index}`, [plays('cricket')], { ...austin, id: tower.id })
        await moveTo(watcher.id, tower, [])
        return watcher
      }),
    )
    await addPlayer('hidden', [plays('cricket')])
    const seen = new Set<string>()
    for (const spot of places) {
      await moveTo('hidden', spot, [plays('cricket')])
      seen.add(JSON.stringify(await Promise.all(watchers.map(async (watcher) => (await listNear(watcher)).map(({ miles }) => miles)))))
    }
    expect([...seen]).toHaveLength(1)
    expect(JSON.parse([...seen][0] ?? '')).toEqual([[expect.any(Number)], [expect.any(Number)], [expect.any(Number)]])
  })

  it('is in no response, and neither is other private data', async () => {
    const me = await addPlayer('reader', [plays('cornhole')])
    await addPlayer('secret', [plays('cornhole')], austin, { fullName: 'Zebedee Quuxworth', gender: 'Non-binary' })
    const text = await (await askNear(me)).text()
    expect(text).toContain('Player secret')
    for (const secret of ['"lat', '"lng', '30.26', '97.74', '@', 'Quuxworth', 'Chicago', 'Non-binary', 'timeRanges']) {
      expect(text, secret).not.toContain(secret)
    }
  })

  it('cannot be requested for more than thirty players at once', async () => {
    expect((await askNear(await enterAndSetUp('limits'), '?limit=31')).status).toBe(400)
  })
})
