import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { milesBetween } from '../../domain/geo/distance.ts'
import type { PlaceCard, PlaceNameResults, PlacePage, PlacesWithDistance } from '../../domain/places/contract.ts'
import { enter, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { addPlace } from './places.ts'

collectLog()

beforeAll(() => buildWorld(env.DB, ['cities:some', 'people', 'places']))

const find = async (query: string) => (await ask(`/api/places?${query}`)).json<PlacePage>()
const readNear = async (path: string) => (await (await ask(`/api/places/${path}`)).json<PlacesWithDistance>()).places

const austin = 'south=30.1&north=30.5&west=-97.95&east=-97.6'
const nation = 'south=18&north=65&west=-160&east=-66'

describe('Places in a view', () => {
  it('are found by location and by activity', async () => {
    const { places, next } = await find(austin)
    expect(places).toHaveLength(12)
    expect(next).toBeNull()
    expect(places.find(({ id }) => id === 'demo-courts')).toMatchObject({
      name: 'Northside Courts',
      hasLights: true,
      activities: ['pickleball', 'tennis'],
      photo: null,
    })
    const ids = async (activity: string) => (await find(`${austin}&activity=${activity}`)).places.map(({ id }) => id).toSorted()
    expect(await ids('pickleball')).toEqual(['demo-courts', 'domain-padel'])
    const either = new Set([...(await ids('pickleball')), ...(await ids('soccer'))])
    expect(await ids('pickleball,soccer')).toEqual([...either].toSorted())
    expect(either.size).toBeGreaterThan(2)
  })

  it.each([
    ['lights=1', ({ hasLights }: PlaceCard) => hasLights === true],
    ['indoor=1', ({ isIndoor }: PlaceCard) => isIndoor === true],
    ['free=1', ({ fee }: PlaceCard) => fee === ''],
    ['free=1&lights=1', ({ fee, hasLights }: PlaceCard) => fee === '' && hasLights === true],
  ])('are filtered by %s', async (filter, matches) => {
    const all = [...(await find(nation)).places, ...(await find(`${nation}&cursor=${(await find(nation)).next}`)).places]
    const found: PlaceCard[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: PlacePage = await find(`${nation}&${filter}${next && `&cursor=${next}`}`)
      found.push(...page.places)
      next = page.next
    }
    expect(found.map(({ id }) => id)).toEqual(all.filter(matches).map(({ id }) => id))
    expect(found.length).toBeGreaterThan(0)
  })

  it.each([
    ['the middle of the view', '', { lat: 41.5, lng: -113 }],
    ['a point in it', '&lat=30.2672&lng=-97.7431', { lat: 30.2672, lng: -97.7431 }],
    ['a point outside of it', '&lat=21.3&lng=-157.8', { lat: 21.3, lng: -157.8 }],
  ])('are listed page by page, each once, by the distance from %s', async (_, query, point) => {
    const first = await find(nation + query)
    const second = await find(`${nation}${query}&cursor=${first.next}`)
    const all = [...first.places, ...second.places]
    expect(first.places).toHaveLength(40)
    expect(second.next).toBeNull()
    expect(new Set(all.map(({ id }) => id)).size).toBe(60)
    const miles = all.map((place) => milesBetween(point, place))
    expect(miles).toEqual(miles.toSorted((a, b) => a - b))
  })

  it('at one location are listed once each, whatever page they are on', async () => {
    const hostOfMany = await enter('host-of-many')
    for (let index = 0; index < 45; index += 1)
      await addPlace(hostOfMany, { name: `Court ${index}`, lat: 44.5, lng: -107.5, idempotencyKey: `one-spot-${index}` })
    const view = 'south=44&north=45&west=-108&east=-107&lat=44.5&lng=-107.5'
    const first = await find(view)
    const second = await find(`${view}&cursor=${first.next}`)
    expect(new Set([...first.places, ...second.places].map(({ id }) => id)).size).toBe(45)
    expect([first.places.length, second.places.length, second.next]).toEqual([40, 5, null])
  })

  it('match no filter about what nobody said', async () => {
    const bare = { name: 'Bare Field', lat: 47.5, lng: -100.5, isIndoor: null, hasLights: null, fee: null }
    const added = await addPlace(await enter('adder-of-bare'), bare)
    expect(added).toMatchObject({ isIndoor: null, hasLights: null, fee: null })
    const view = 'south=47.4&north=47.6&west=-100.6&east=-100.4'
    expect((await find(view)).places).toMatchObject([{ isIndoor: null, hasLights: null, fee: null }])
    for (const filter of ['lights=1', 'indoor=1', 'free=1']) expect((await find(`${view}&${filter}`)).places, filter).toEqual([])
    const html = await (await ask(`/places/view/${added.id}`)).text()
    expect(html).toContain('<meta name="description" content="Tennis and Pickleball in Austin, TX. 4 courts, hard court."')
  })

  it.each([
    'south=91&north=92&west=0&east=1',
    'south=1&north=2&west=x&east=1',
    'south=1',
    `${austin}&activity=quidditch`,
    `${austin}&activity=tennis,quidditch`,
    `${austin}&cursor=%7B`,
  ])('are refused for the query %s', async (query) => expect((await ask(`/api/places?${query}`)).status).toBe(400))

  it('are none if south is greater than north', async () => expect((await find('south=31&north=30&west=-98&east=-97')).places).toEqual([]))

  it('cost few rows more than they return', async () => expect(rowsRead(await ask(`/api/places?${austin}`))).toBeLessThan(200))
})

describe('The nearest places', () => {
  it('are sorted by distance, which is in the answer', async () => {
    const places = await readNear('nearest?lat=30.3573&lng=-97.7389&activity=pickleball')
    expect(places.map(({ id }) => id)).toEqual(['demo-courts', 'domain-padel'])
    expect(places[0]?.miles).toBeCloseTo(0, 2)
    expect(places[1]?.miles).toBeCloseTo(3.2, 0)
  })

  it('are empty if nothing is near', async () => expect(await readNear('nearest?lat=44&lng=-107')).toEqual([]))
})

describe('Places by name', () => {
  const findByName = async (query: string) =>
    (await (await ask(`/api/places/named?${query}`)).json<PlaceNameResults>()).places.map(({ id, miles }) => ({ id, miles }))

  it('are found anywhere, with the words in any order and with one typo', async () => {
    expect(await findByName('q=northside')).toEqual([{ id: 'demo-courts', miles: null }])
    expect(await findByName('q=courts%20northsde')).toEqual([{ id: 'demo-courts', miles: null }])
    expect(await findByName('q=northside&lat=40.7&lng=-74')).toEqual([{ id: 'demo-courts', miles: expect.closeTo(1510, -2) }])
    expect(await findByName('q=nothing-like-it')).toEqual([])
    expect(await findByName('q=')).toEqual([])
  })

  it('include the nearest of many places with the same name, and read only a few hundred rows', async () => {
    const host = await enter('namer')
    const words = Array.from({ length: 300 }, (_, index) => ['commons', 0, `a-common-${index}`])
    await env.DB.prepare("INSERT INTO search_words SELECT 'place', value->>0, value->>1, value->>2 FROM json_each(?)")
      .bind(JSON.stringify(words))
      .run()
    const near = await addPlace(host, { name: 'Village Commons', lat: 44.1, lng: -107.1 })
    const answer = await ask('/api/places/named?q=commons&lat=44&lng=-107')
    expect((await answer.json<PlaceNameResults>()).places.map(({ id }) => id)).toEqual([near.id])
    expect(rowsRead(answer)).toBeLessThan(1000)
  })
})

describe('Existing places similar to a new one', () => {
  it('are those next to the pin, and those with a similar name a little farther away', async () => {
    const nextToPlace = 'near?lat=30.3585&lng=-97.7389'
    expect((await readNear(`${nextToPlace}&name=Something`)).map(({ id }) => id)).toEqual(['demo-courts'])
    const farther = 'near?lat=30.3660&lng=-97.7389'
    expect((await readNear(`${farther}&name=Something`)).map(({ id }) => id)).toEqual([])
    expect((await readNear(`${farther}&name=north%20side%20court`)).map(({ id }) => id)).toEqual(['demo-courts'])
    expect((await readNear('near?lat=30.4&lng=-97.7389&name=Northside%20Courts')).map(({ id }) => id)).toEqual([])
  })
})
