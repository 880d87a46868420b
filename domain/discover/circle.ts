import type { Bounds, LatLng } from '../geo/contract.ts'
import { milesBetween } from '../geo/distance.ts'
import { type DiscoverState, startState, usualRadius, writeDiscoverState } from './state.ts'

export type Circle = LatLng & { miles: number }

/** A view as the circle that fits around its middle best; none where it reaches around the world. */
export function circleIn(view: Bounds): Circle | null {
  if (view.west > view.east) return null
  const middle = { lat: (view.south + view.north) / 2, lng: (view.west + view.east) / 2 }
  const miles = Math.max(milesBetween(middle, { ...middle, lat: view.north }), milesBetween(middle, { ...middle, lng: view.east }))
  return { ...middle, miles: Math.max(1, Math.round(miles)) }
}

/** The way to put a place on the map, where one was looking. */
export function newPlacePath({ view, filters: { center, radius } }: DiscoverState): string {
  const at = { view, filters: { ...startState.filters, ...(view ? {} : { center, radius }) } }
  const query = writeDiscoverState({ ...startState, ...at })
  return query ? `/places/new?${query}` : '/places/new'
}

/** Where the map of a new place begins, as its address says it. */
export const startOf = ({ view, filters: { center, radius } }: DiscoverState): Circle | null =>
  view ? circleIn(view) : center && { ...center, miles: radius ?? usualRadius }
