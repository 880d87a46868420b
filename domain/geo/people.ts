import type { LatLng } from './contract.ts'
import { milesBetween, wrapLng } from './distance.ts'

/** A square is an eighth of a degree, which is more than eight miles per side everywhere. */
const squaresInDegree = 8

/**
 * The center of the square that a person is in. Distances to people are measured from it. So nobody can locate a person more
 * precisely than the square, even by asking from many points. Rows near the poles have fewer squares, so their size stays.
 */
export function snapToSquare({ lat, lng }: LatLng): LatLng {
  const rows = 180 * squaresInDegree
  const row = Math.min(rows - 1, Math.max(0, Math.floor((lat + 90) * squaresInDegree)))
  const centerLat = (row + 0.5) / squaresInDegree - 90
  const columns = Math.max(1, Math.floor(360 * squaresInDegree * Math.cos((centerLat * Math.PI) / 180)))
  const column = Math.floor(((wrapLng(lng) + 180) / 360) * columns)
  return { lat: centerLat, lng: ((column + 0.5) / columns) * 360 - 180 }
}

const steps: [below: number, step: number][] = [
  [5, 1],
  [25, 5],
  [100, 25],
  [500, 50],
  [Number.POSITIVE_INFINITY, 500],
]

/** Rounds a distance: to whole miles nearby, and more coarsely farther away. 0 means under one mile, and 1 does not occur. */
export function roundMiles(miles: number): number {
  if (miles < 1) return 0
  const [, step] = steps.find(([below]) => miles < below) ?? [0, 1]
  return Math.max(2, Math.round(miles / step) * step)
}

export function formatRoundedMiles(miles: number): string {
  const bucket = roundMiles(miles)
  return bucket === 0 ? 'under 1 mile' : `about ${bucket.toLocaleString('en-US')} miles`
}

/** The smallest distance that is shown, in miles. More exact values would reveal too much. */
const minShownMiles = 5

/** The distance to a person, as coarse as the viewer may see it. */
export const milesToPerson = (from: LatLng, person: LatLng): number =>
  Math.max(minShownMiles, roundMiles(milesBetween(snapToSquare(from), snapToSquare(person))))
