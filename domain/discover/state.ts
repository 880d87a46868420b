import type { City } from '../cities/contract.ts'
import type { Bounds, LatLng } from '../geo/contract.ts'
import { boundsAround, wrapLng } from '../geo/distance.ts'
import type { DiscoverFilters } from './filter-contract.ts'
import { noFilters, toDiscoverFilters } from './filters.ts'
import { writeDiscoverQuery } from './write-query.ts'

export const discoverOrders = ['best', 'date'] as const
export type DiscoverOrder = (typeof discoverOrders)[number]

/** The state of the discover page, as in its URL. */
export type DiscoverState = {
  filters: DiscoverFilters
  /** The area that the map shows. Null until the user moves the map. */
  view: Bounds | null
  order: DiscoverOrder
  isPast: boolean
  teamId: string | null
  /** Only games of hosts that the viewer follows. Ignored for signed-out viewers, who follow nobody. */
  isFollowed: boolean
}

export const defaultRadiusMiles = 15

/** The view of the whole country, when no location is chosen. */
export const countryBounds: Bounds = { south: 24, north: 50, west: -125, east: -66 }

export const defaultDiscoverState: DiscoverState = {
  filters: toDiscoverFilters(noFilters),
  view: null,
  order: 'best',
  isPast: false,
  teamId: null,
  isFollowed: false,
}

/** The sides of the view, with the names of their URL parameters. */
export const viewSides = ['south', 'north', 'west', 'east'] as const

/** Rounds to about ten meters. A smaller difference cannot be seen on a map. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e4) / 1e4

/** The same state always gives the same text, because the text is the query of the API and the key of its cached answer. */
export function writeDiscoverState({ filters, view, order, isPast, teamId, isFollowed }: DiscoverState): string {
  const query = new URLSearchParams()
  if (view) for (const side of viewSides) query.set(side, String(roundDegrees(view[side])))
  if (order !== 'best') query.set('order', order)
  if (isPast) query.set('past', '1')
  if (teamId !== null) query.set('team', teamId)
  if (isFollowed) query.set('hosts', 'followed')
  return [writeDiscoverQuery(filters), query.toString()].filter(Boolean).join('&')
}

/** Games of a community or of followed hosts are searched everywhere, so they need no location. */
export const hasHostFilter = ({ teamId, isFollowed }: Pick<DiscoverState, 'teamId' | 'isFollowed'>) => teamId !== null || isFollowed

export const hasLocation = (state: DiscoverState) =>
  state.filters.center !== null || state.filters.cityId !== null || state.view !== null || hasHostFilter(state)

/** No location is chosen. The map shows the whole country. */
export const isAnywhere = ({ filters, view }: DiscoverState) => filters.center === null && view === null

/** The search is around a point, and the map was not moved away from it. */
export const isNearPoint = ({ filters, view }: DiscoverState) => filters.center !== null && view === null

/** The same search around a city. */
export const moveToCity = (state: DiscoverState, { id, lat, lng }: Pick<City, 'id' | 'lat' | 'lng'>, radius?: number): DiscoverState => ({
  ...state,
  view: null,
  filters: { ...state.filters, cityId: id, center: { lat, lng }, radius: radius ?? state.filters.radius ?? defaultRadiusMiles },
})

/** The same search without a location. */
export const removeLocation = (state: DiscoverState): DiscoverState => ({
  ...state,
  view: null,
  filters: { ...state.filters, cityId: null, center: null, radius: null },
})

/** The area to search: the view of the map, else the circle around the center, else the whole country. */
export const getSearchBounds = ({ view, filters: { center, radius } }: DiscoverState): Bounds =>
  view ?? (center ? boundsAround(center, radius ?? defaultRadiusMiles) : countryBounds)

/** How many miles of the map are visible around the outermost pins. */
const mapMarginMiles = 5

/** The area that the map shows. For a community or followed hosts it fits all of their games, or else the community's city. */
export function getMapBounds(state: DiscoverState, points: readonly LatLng[], home: LatLng | null): Bounds {
  if (!hasHostFilter(state) || !isAnywhere(state)) return getSearchBounds(state)
  if (points.length === 0) return home ? boundsAround(home, defaultRadiusMiles) : countryBounds
  const areas = points.map((point) => boundsAround(point, mapMarginMiles))
  return {
    south: Math.min(...areas.map(({ south }) => south)),
    north: Math.max(...areas.map(({ north }) => north)),
    west: Math.min(...areas.map(({ west }) => west)),
    east: Math.max(...areas.map(({ east }) => east)),
  }
}

/** The URL of the games around a city. */
export const cityDiscoverPath = (city: Pick<City, 'id' | 'lat' | 'lng'>) =>
  `/discover?${writeDiscoverState(moveToCity(defaultDiscoverState, city))}`

/** The URL of a community's games. */
export const teamDiscoverPath = (teamId: string) => `/discover?${writeDiscoverState({ ...defaultDiscoverState, teamId })}`

/** The URL of the games of hosts that the viewer follows. */
export const followedDiscoverPath = `/discover?${writeDiscoverState({ ...defaultDiscoverState, isFollowed: true })}`

/** The URL of the people that the viewer follows. */
export const followedPeoplePath = '/connect?tab=following'

/** Signed-out viewers follow nobody, so the "followed hosts" filter is dropped for them. */
export const adaptToViewer = (state: DiscoverState, isSignedIn: boolean): DiscoverState =>
  state.isFollowed && !isSignedIn ? { ...state, isFollowed: false } : state

/** Adds the location of the city if the URL has only the city's id. */
export const addCityLocation = (state: DiscoverState, city: (LatLng & { id: number }) | null): DiscoverState =>
  city && state.filters.cityId === city.id && state.filters.center === null
    ? {
        ...state,
        filters: { ...state.filters, center: { lat: city.lat, lng: city.lng }, radius: state.filters.radius ?? defaultRadiusMiles },
      }
    : state

export const placeFlags = ['lights', 'indoor', 'free'] as const
export type PlaceFlag = (typeof placeFlags)[number]

const formatDegrees = (value: number) => String(Math.round(value * 1e6) / 1e6)

/** Query parameters for communities in the same area. A circle near the date line can exceed 180 degrees, but the API needs wrapped values. */
export function toViewQuery(state: DiscoverState) {
  const { south, north, west, east } = getSearchBounds(state)
  return {
    south: formatDegrees(south),
    north: formatDegrees(north),
    west: formatDegrees(wrapLng(west)),
    east: formatDegrees(wrapLng(east)),
  }
}

/** Query parameters for the map of places. */
export function toPlacesMapQuery(state: DiscoverState, flags: readonly PlaceFlag[]) {
  const activity = state.filters.activities.join(',')
  return {
    ...toViewQuery(state),
    ...(activity ? { activity } : {}),
    ...(Object.fromEntries(flags.map((flag) => [flag, '1'])) as Partial<Record<PlaceFlag, '1'>>),
  }
}

/** Query parameters for places in the same area. */
export function toPlacesQuery(state: DiscoverState, flags: readonly PlaceFlag[]) {
  const { center } = state.filters
  return {
    ...toPlacesMapQuery(state, flags),
    // The rows of the list show the distance from this point.
    ...(center && { lat: formatDegrees(center.lat), lng: formatDegrees(center.lng) }),
  }
}
