import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ActivityId } from '../../domain/activities.ts'
import type { NearPlayer, NearPlayers } from '../../domain/people/contract.ts'
import type { PlayedActivity, SetUpProfile } from '../../domain/profiles/contract.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { writeCells } from '../../worker/geo/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { block, enterAndSetUp, type Person, putAccountAway } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }
const roundRock = { id: 4724129, lat: 30.50826, lng: -97.6789 }
const sanAntonio = { id: 4726206, lat: 29.42412, lng: -98.49363 }

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const plays = (activity: ActivityId, level: number | null = 3, isOn = true): PlayedActivity => ({ activity, level, isOn })

/** Puts someone anywhere, also where no city is, and lets them be found there. */
async function putAt(id: string, { lat, lng }: { lat: number; lng: number }, activities: readonly PlayedActivity[]): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM person_cells WHERE id = ?').bind(id),
    env.DB.prepare('UPDATE profiles SET lat = ?, lng = ? WHERE user_id = ?').bind(lat, lng, id),
  ])
  const on = activities.filter(({ isOn }) => isOn).map(({ activity }) => activity)
  await runBatch(openPrimary(env.DB), [writeCells('person_cells', [{ id, lat, lng, activities: on }])])
}

async function player(id: string, activities: PlayedActivity[], city = austin, more: Partial<SetUpProfile> = {}): Promise<Person> {
  const person = await enterAndSetUp(id, { displayName: `Player ${id}`, activities, cityId: city.id, ...more })
  await putAt(id, city, activities)
  return person
}

const answerTo = (person: Person, query = '') => person.ask(`/api/people/near${query}`)
const near = async (person: Person, query = ''): Promise<NearPlayer[]> =>
  (await (await answerTo(person, query)).json<NearPlayers>()).players
const names = async (person: Person, query = '') => (await near(person, query)).map((found) => found.person.id).toSorted()

describe('Players near me', () => {
  it('are told by what both play, in my order and at their level', async () => {
    const me = await player('me', [plays('tennis', 3), plays('chess', null), plays('soccer', 2, false)])
    await player('mate', [plays('chess', 4), plays('tennis', 3.5), plays('soccer', 3)])
    await player('kicker', [plays('soccer', 3)])
    await player('far-mate', [plays('tennis', 3)], sanAntonio)
    await player('near-mate', [plays('tennis', null)], roundRock)
    const found = new Map((await near(me)).map((one) => [one.person.id, one]))
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
    expect(await names(me, '?activity=chess')).toEqual(['mate'])
    // What is switched off finds nobody, also not when it is asked for by name.
    expect(await names(me, '?activity=soccer')).toEqual([])
    expect(await names(me, '?limit=1')).toHaveLength(1)
  })

  it('leave out myself, who blocked me, whom I blocked, and who is gone', async () => {
    const one = await player('one', [plays('bowling')])
    const other = await player('other', [plays('bowling')])
    await player('gone', [plays('bowling')])
    expect(await names(one)).toEqual(['gone', 'other'])
    await putAccountAway('gone')
    expect(await names(one)).toEqual(['other'])
    await block('one', 'other')
    expect(await names(one)).toEqual([])
    expect(await names(other)).toEqual([])
  })

  it('leave out who has switched off what we share', async () => {
    const me = await player('yogi', [plays('yoga'), plays('golf', 3, false)])
    await player('off', [plays('yoga', 3, false), plays('hiking')])
    await player('golfer', [plays('golf')])
    expect(await names(me)).toEqual([])
    // A row of the index that is older than the switch tells nobody either.
    await putAt('off', austin, [plays('yoga')])
    expect(await names(me)).toEqual([])
  })

  it('say in how many hours of the week both can play', async () => {
    const evenings = {
      timeZone: 'America/Chicago',
      weeklyAvailability: eachWeekday((day) =>
        day === 'monday' || day === 'friday'
          ? { isAvailable: true, timeRanges: [{ startTime: '17:00', endTime: '20:00' }] }
          : { isAvailable: false, timeRanges: [] },
      ),
      dateSpecificAvailability: [],
      version: 0,
    }
    const me = await player('early', [plays('rowing')])
    const late = await player('late', [plays('rowing')])
    for (const person of [me, late])
      expect((await person.ask('/api/availability', { method: 'PUT', json: evenings })).status).toBeLessThan(300)
    expect(await near(me)).toMatchObject([{ hoursTogether: 6 }])
  })

  it('say how we stand', async () => {
    const me = await player('asker', [plays('fencing')])
    await player('asked', [plays('fencing')])
    expect((await me.ask('/api/connections/asked', { method: 'PUT' })).ok).toBe(true)
    expect(await near(me)).toMatchObject([{ connection: 'sent' }])
  })
})

describe('Where someone is', () => {
  /** Four corners of a neighborhood of five miles, and three cities to look from. */
  const spots = [
    { lat: 30.255, lng: -97.745 },
    { lat: 30.315, lng: -97.745 },
    { lat: 30.315, lng: -97.685 },
    { lat: 30.282, lng: -97.711 },
  ]
  const watchTowers = [roundRock, { id: austin.id, lat: 30.05, lng: -97.95 }, { id: austin.id, lat: 30.11, lng: -97.35 }]

  it('is not found out by asking from three places', async () => {
    const watchers = await Promise.all(
      watchTowers.map(async (tower, index) => {
        const watcher = await player(`watcher-${index}`, [plays('cricket')], { ...austin, id: tower.id })
        await putAt(watcher.id, tower, [])
        return watcher
      }),
    )
    await player('hidden', [plays('cricket')])
    const seen = new Set<string>()
    for (const spot of spots) {
      await putAt('hidden', spot, [plays('cricket')])
      seen.add(JSON.stringify(await Promise.all(watchers.map(async (watcher) => (await near(watcher)).map(({ miles }) => miles)))))
    }
    expect([...seen]).toHaveLength(1)
    expect(JSON.parse([...seen][0] ?? '')).toEqual([[expect.any(Number)], [expect.any(Number)], [expect.any(Number)]])
  })

  it('stands in no answer, nor does anything else that is private', async () => {
    const me = await player('reader', [plays('cornhole')])
    await player('secret', [plays('cornhole')], austin, { fullName: 'Zebedee Quuxworth', gender: 'Non-binary' })
    const text = await (await answerTo(me)).text()
    expect(text).toContain('Player secret')
    for (const secret of ['"lat', '"lng', '30.26', '97.74', '@', 'Quuxworth', 'Chicago', 'Non-binary', 'timeRanges']) {
      expect(text, secret).not.toContain(secret)
    }
  })

  it('is told of no more than thirty at once', async () => {
    expect((await answerTo(await enterAndSetUp('limits'), '?limit=31')).status).toBe(400)
  })
})
