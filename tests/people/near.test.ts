import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ActivityId } from '../../domain/activities.ts'
import type { NearPlayer, NearPlayers } from '../../domain/people/contract.ts'
import type { PlayedActivity, SetUpProfile } from '../../domain/profiles/contract.ts'
import { writeCells } from '../../worker/geo/commands.ts'
import { write } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enterAndSetUp, markDeleted, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
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
