import type { Address } from '../geo/address.ts'
import type { LatLng } from '../geo/contract.ts'
import { milesBetween } from '../geo/distance.ts'
import type { StateCode } from '../us-states.ts'
import { stepsPerDegree } from './contract.ts'

/** Converts a line of `StateAtlas` to points. */
export function readLine(steps: readonly number[]): [lat: number, lng: number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0
    y += steps[i + 1] ?? 0
    points.push([y / stepsPerDegree, x / stepsPerDegree])
  }
  return points
}

export function writeLine(points: readonly LatLng[]): number[] {
  let [x, y] = [0, 0]
  return points.flatMap(({ lat, lng }, index) => {
    const [toX, toY] = [Math.round(lng * stepsPerDegree), Math.round(lat * stepsPerDegree)]
    const step = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return index > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}

export type MapCity = LatLng & { name: string; state: StateCode; thousands: number }

/** A city farther away than this (in miles) does not help to describe a pin. */
const maxCityMiles = 40

/** Describes a pin by the nearest city, or by its coordinates if no city is near. */
export function describePin(pin: LatLng, cities: readonly MapCity[]): Address {
  const [lat, lng] = [roundDegrees(pin.lat), roundDegrees(pin.lng)]
  let nearest: { city: MapCity; miles: number } | null = null
  for (const city of cities) {
    const miles = milesBetween({ lat, lng }, city)
    if (miles <= (nearest?.miles ?? maxCityMiles)) nearest = { city, miles }
  }
  const name = nearest ? `${nearest.city.name}, ${nearest.city.state}` : `${lat.toFixed(2)}, ${lng.toFixed(2)}`
  return { name, lat, lng, description: nearest ? `Near ${name}` : `A pin at ${name}` }
}

/** Rounds to about a hundred meters, so that a pin shows an area but not a house. Wraps values beyond 180 degrees. */
function roundDegrees(degrees: number): number {
  return Math.round((((((degrees + 180) % 360) + 360) % 360) - 180) * 1000) / 1000
}

/** Splits a credit such as `Map data <https://example.com>` into its text and its link. */
export function splitCredit(text: string): { credit: string; creditUrl: string | null } {
  const [, credit, creditUrl] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? []
  return { credit: credit ?? text, creditUrl: creditUrl ?? null }
}
