import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlacesMap } from '../../domain/places/map-contract.ts'
import { removeCells, writeCells } from '../../worker/geo/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { enter, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeRandom } from '../setup/make-random.ts'
import { runStatements } from '../setup/run-statements.ts'
import { addPlace } from './places.ts'

collectLog()

const utah = 'south=37&north=42&west=-114&east=-109'
const texas = 'south=29&north=31&west=-99&east=-96'
const nation = 'south=24&north=50&west=-125&east=-66'

async function readMap(query: string) {
  const answer = await ask(`/api/places/map?${query}`)
  expect(answer.status).toBe(200)
  const map = (await answer.clone().json()) as PlacesMap
  const count = map.places.length + map.clusters.reduce((sum, cluster) => sum + cluster.count, 0)
  return { map, count, rows: rowsRead(answer) }
}

type Many = { id: string; lat: number; lng: number; activities: string[]; hasLights: boolean }
let many: Many[]

beforeAll(async () => {
  const person = await enter('mapper')
  const { id } = await addPlace(person, { activities: ['tennis', 'padel'] })
  const random = makeRandom(31)
  many = Array.from({ length: 1500 }, (_, index) => ({
    id: `many-${index}`,
    lat: 38 + random() ** 3 * 3,
    lng: -113 + random() ** 3 * 3,
    activities: index % 100 === 0 ? ['padel', 'fencing'] : index % 3 ? ['tennis'] : ['tennis', 'chess'],
    hasLights: index % 4 === 0,
  }))
  const columns = (await rowsOf('PRAGMA table_info(places)')).map(({ name }) => String(name))
  const copied: Record<string, string> = {
    id: "value->>'id'",
    lat: "value->>'lat'",
    lng: "value->>'lng'",
    activities: "value->'activities'",
    has_lights: "value->'hasLights' = 'true'",
  }
  await rowsOf(
    `INSERT INTO places (${columns.join(', ')}) SELECT ${columns.map((name) => copied[name] ?? `p.${name}`).join(', ')}
      FROM places p, json_each(?) WHERE p.id = ?`,
    JSON.stringify(many),
    id,
  )
  for (let from = 0; from < many.length; from += 250)
    await runStatements(openPrimary(env.DB), [writeCells('place_cells', many.slice(from, from + 250))])
})

describe('The map of places', () => {
  it('shows few places one by one, filtered like the list', async () => {
    const { map } = await readMap(texas)
    expect(map).toMatchObject({ places: [{ activities: ['tennis', 'padel'] }], clusters: [], bits: null, uncounted: [] })
    expect((await readMap(`${texas}&activity=padel,chess`)).count).toBe(1)
    expect((await readMap(`${texas}&activity=chess`)).count).toBe(0)
    expect((await readMap('south=0&north=1&west=0&east=1')).count).toBe(0)
    expect((await ask('/api/places/map?south=1&north=2&west=3')).status).toBe(400)
  })

  it.each<[string, (one: Many) => boolean]>([
    ['', () => true],
    ['activity=tennis', ({ activities }) => activities.includes('tennis')],
    ['activity=chess', ({ activities }) => activities.includes('chess')],
  ])('counts all of many places in at most 200 clusters, filtered by “%s”', async (query, matches) => {
    const { map, count, rows } = await readMap(`${utah}&${query}`)
    expect([map.places.length, map.uncounted]).toEqual([0, []])
    expect(map.clusters.length).toBeLessThanOrEqual(200)
    expect(map.clusters.length).toBeGreaterThan(3)
    expect(count).toBe(many.filter(matches).length)
    expect(rows).toBeLessThan(2000)
  })

  it('counts a place with several of the chosen activities once if they are few', async () => {
    expect((await readMap(`${utah}&activity=padel,fencing`)).count).toBe(15)
  })

  it('says which filters it does not count, and counts all of them when it is near enough', async () => {
    const { map, count } = await readMap(`${utah}&activity=tennis,chess&lights=1`)
    expect(map.uncounted).toEqual(['activities', 'lights'])
    expect(count).toBe(many.length)
    const near = { south: 38.5, north: 39, west: -112, east: -111 }
    const isNear = ({ lat, lng }: Many) => lat >= near.south && lat <= near.north && lng >= near.west && lng <= near.east
    const close = await readMap('south=38.5&north=39&west=-112&east=-111&lights=1')
    expect(close.map.uncounted).toEqual([])
    expect(close.map.places.map(({ id }) => id).toSorted()).toEqual(
      many
        .filter((one) => isNear(one) && one.hasLights)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  it('has true counts when the whole country is shown, and after a place is removed', async () => {
    expect((await readMap(nation)).count).toBe(many.length + 1)
    await runStatements(openPrimary(env.DB), [removeCells('place_cells', many.slice(0, 10))])
    expect((await readMap(nation)).count).toBe(many.length - 9)
  })
})
