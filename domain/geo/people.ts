import type { LatLng } from './contract.ts'
import { milesBetween, wrapLng } from './distance.ts'

/** An eighth of a degree: squares of more than eight miles a side, everywhere. */
const squaresInDegree = 8

/**
 * The middle of the square a person is in. Distances to people are told from there, so that nobody who asks from here and
 * from there learns more than the square. Squares keep their size toward the poles: each row has as many as fit.
 */
export function snapForPeople({ lat, lng }: LatLng): LatLng {
  const rows = 180 * squaresInDegree
  const row = Math.min(rows - 1, Math.max(0, Math.floor((lat + 90) * squaresInDegree)))
  const middle = (row + 0.5) / squaresInDegree - 90
  const columns = Math.max(1, Math.floor(360 * squaresInDegree * Math.cos((middle * Math.PI) / 180)))
  const column = Math.floor(((wrapLng(lng) + 180) / 360) * columns)
  return { lat: middle, lng: ((column + 0.5) / columns) * 360 - 180 }
}

const steps: [below: number, step: number][] = [
  [5, 1],
  [25, 5],
  [100, 25],
  [500, 50],
  [Number.POSITIVE_INFINITY, 500],
]

/** A distance as people say it: whole miles nearby, coarser farther away. 0 is under a mile, and what is left begins at 2. */
export function bucketMiles(miles: number): number {
  if (miles < 1) return 0
  const [, step] = steps.find(([below]) => miles < below) ?? [0, 1]
  return Math.max(2, Math.round(miles / step) * step)
}

export function describeMiles(miles: number): string {
  const bucket = bucketMiles(miles)
  return bucket === 0 ? 'under 1 mile' : `about ${bucket.toLocaleString('en-US')} miles`
}

/** Of two people who are as close as can be told, it is told that they are within a few miles. */
const nearestPerson = 5

/** How far a person is from whoever asks, as it may be shown. */
export const milesToPerson = (from: LatLng, person: LatLng): number =>
  Math.max(nearestPerson, bucketMiles(milesBetween(snapForPeople(from), snapForPeople(person))))
