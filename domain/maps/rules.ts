import type { Address } from '../geo/address.ts'
import type { LatLng } from '../geo/contract.ts'
import { milesBetween } from '../geo/distance.ts'
import type { StateCode } from '../us-states.ts'
import { atlasSteps } from './contract.ts'

/** A line of `StateAtlas` as points. */
export function readLine(steps: readonly number[]): [lat: number, lng: number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0
    y += steps[i + 1] ?? 0
    points.push([y / atlasSteps, x / atlasSteps])
  }
  return points
}

export function writeLine(points: readonly LatLng[]): number[] {
  let [x, y] = [0, 0]
  return points.flatMap(({ lat, lng }, index) => {
    const [toX, toY] = [Math.round(lng * atlasSteps), Math.round(lat * atlasSteps)]
    const step = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return index > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}

export type KnownCity = LatLng & { name: string; state: StateCode; thousands: number }

/** Farther away than this, a city says nothing about where a pin is. */
const maxNear = 40

/** What a pin is called: by the nearest city, else by where it is. */
export function describePin(pin: LatLng, cities: readonly KnownCity[]): Address {
  const [lat, lng] = [roundDegrees(pin.lat), roundDegrees(pin.lng)]
  let nearest: { city: KnownCity; miles: number } | null = null
  for (const city of cities) {
    const miles = milesBetween({ lat, lng }, city)
    if (miles <= (nearest?.miles ?? maxNear)) nearest = { city, miles }
  }
  const name = nearest ? `${nearest.city.name}, ${nearest.city.state}` : `${lat.toFixed(2)}, ${lng.toFixed(2)}`
  return { name, lat, lng, description: nearest ? `Near ${name}` : `A pin at ${name}` }
}

/** To about a hundred meters: a pin says around where, never which door. East and west of the date line are one world. */
function roundDegrees(degrees: number): number {
  return Math.round((((((degrees + 180) % 360) + 360) % 360) - 180) * 1000) / 1000
}

/** `Words <https://where-they.lead>`, taken apart. */
export function splitCredit(text: string): { credit: string; creditUrl: string | null } {
  const [, credit, creditUrl] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? []
  return { credit: credit ?? text, creditUrl: creditUrl ?? null }
}
