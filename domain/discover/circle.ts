import type { Bounds, LatLng } from '../geo/contract.ts'
import { milesBetween } from '../geo/distance.ts'
import { type DiscoverState, defaultDiscoverState, defaultRadiusMiles, writeDiscoverState } from './state.ts'

export type Circle = LatLng & { miles: number }

/** The circle around the center of a map view. Null if the view crosses the date line. */
export function getCircle(view: Bounds): Circle | null {
  if (view.west > view.east) return null
  const center = { lat: (view.south + view.north) / 2, lng: (view.west + view.east) / 2 }
  const miles = Math.max(milesBetween(center, { ...center, lat: view.north }), milesBetween(center, { ...center, lng: view.east }))
  return { ...center, miles: Math.max(1, Math.round(miles)) }
}

/** The URL of the page that adds a place, with the map at the current view. */
export function newPlacePath({ view, filters: { center, radius } }: DiscoverState): string {
  const target = { view, filters: { ...defaultDiscoverState.filters, ...(view ? {} : { center, radius }) } }
  const query = writeDiscoverState({ ...defaultDiscoverState, ...target })
  return query ? `/places/new?${query}` : '/places/new'
}

/** Where the map of a new place starts, according to the URL. */
export const getMapStart = ({ view, filters: { center, radius } }: DiscoverState): Circle | null =>
  view ? getCircle(view) : center && { ...center, miles: radius ?? defaultRadiusMiles }
