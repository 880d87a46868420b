import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { CitySource } from '../../domain/cities/contract.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { findNearestCity, listNearestCities } from '../../worker/cities/queries.ts'
import { openDatabase } from '../../worker/platform/database.ts'
import { makeRandom } from '../setup/make-random.ts'
import { addCities } from '../world/build-world.ts'

beforeAll(() => addCities(env.DB, inject('cities')))

const spotCount = 100

/** A spot a few miles from each of the largest cities, as the site map has them if people play there. */
function listSpots(): LatLng[] {
  const random = makeRandom(7)
  const largest = inject('cities').toSorted((a, b) => b.population - a.population)
  return largest.slice(0, spotCount).map(({ lat, lng }) => ({ lat: lat + (random() - 0.5) / 5, lng: lng + (random() - 0.5) / 5 }))
}

/** Compares a point with every city. */
function findAmongAll({ lat, lng }: LatLng): CitySource | undefined {
  const shrink = Math.cos((lat * Math.PI) / 180)
  const measure = (city: CitySource) => (city.lat - lat) ** 2 + ((city.lng - lng) * shrink) ** 2
  let nearest: CitySource | undefined
  for (const city of inject('cities')) if (!nearest || measure(city) < measure(nearest)) nearest = city
  return nearest
}

const open = () => openDatabase(env.DB, { write: false }, { counting: true, outboxIds: [] })

describe('The cities nearest to the busiest spots of the site map', () => {
  it('are the nearest of all cities, each once', async () => {
    const spots = listSpots()
    const expected = new Set(spots.map((spot) => findAmongAll(spot)?.id))
    const found = await listNearestCities(open().db, spots)
    expect(found.toSorted()).toEqual([...expected].toSorted())
  })

  it('cost only the cities around the spots, and not all from coast to coast', async () => {
    const { db, count } = open()
    await listNearestCities(db, listSpots())
    expect(count.roundTrips).toBe(1)
    expect(count.rowsRead).toBeLessThan(8000)
  })

  it('are none where there is no city', async () => {
    expect(await listNearestCities(open().db, [{ lat: 0, lng: -140 }])).toEqual([])
    expect(await listNearestCities(open().db, [])).toEqual([])
  })
})

describe('The city nearest to a point', () => {
  it.each([
    ['in a large city', { lat: 40.72, lng: -73.99 }, 350],
    ['far from cities', { lat: 39.6, lng: -116.4 }, 400],
    ['south of the equator', { lat: -14.28, lng: -170.7 }, 40_000],
    ['near the pole', { lat: 80, lng: 179.99 }, 40_000],
  ])('is found %s', async (_, point, maxRows) => {
    const { db, count } = open()
    expect((await findNearestCity(db, point)).id).toBe(findAmongAll(point)?.id)
    expect(count.rowsRead).toBeLessThan(maxRows)
  })

  it('is the one that the address names, for a place at its edge', async () => {
    const { db, count } = open()
    const courts = { lat: 30.3573, lng: -97.7389 }
    expect(await findNearestCity(db, courts)).not.toMatchObject({ name: 'Austin' })
    expect(await findNearestCity(db, { ...courts, address: '8400 Northside Drive, Austin, TX' })).toMatchObject({
      name: 'Austin',
      state: 'TX',
    })
    expect(await findNearestCity(db, { ...courts, address: '1 Austin Road, Unheard-of, TX' })).not.toMatchObject({ name: 'Austin' })
    expect(count.rowsRead).toBeLessThan(1000)
  })
})
