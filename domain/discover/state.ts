import type { City } from '../cities/contract.ts'
import type { Bounds, LatLng } from '../geo/contract.ts'
import { boundsAround, wrapLng } from '../geo/distance.ts'
import type { DiscoverFilters } from './filter-contract.ts'
import { noFilters, toDiscoverFilters } from './filters.ts'
import { writeDiscoverQuery } from './write-query.ts'

export const discoverOrders = ['best', 'date'] as const
export type DiscoverOrder = (typeof discoverOrders)[number]

/** All that the address of discover says. */
export type DiscoverState = {
  filters: DiscoverFilters
  /** What the map shows, once someone has moved it. */
  view: Bounds | null
  order: DiscoverOrder
  isPast: boolean
  teamId: string | null
  /** Only what those put up whom one follows. A stranger follows nobody: theirs reads as if it were not said. */
  isFollowed: boolean
}

export const usualRadius = 15

/** Where nobody says where. */
export const nation: Bounds = { south: 24, north: 50, west: -125, east: -66 }

export const startState: DiscoverState = {
  filters: toDiscoverFilters(noFilters),
  view: null,
  order: 'best',
  isPast: false,
  teamId: null,
  isFollowed: false,
}

/** The sides of the view, as the address names them. */
export const corners = ['south', 'north', 'west', 'east'] as const

/** To about ten meters: nobody sees less on a map. */
const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4

/** One state is always one text: the API is asked with it, and what it answered is known by it. */
export function writeDiscoverState({ filters, view, order, isPast, teamId, isFollowed }: DiscoverState): string {
  const query = new URLSearchParams()
  if (view) for (const corner of corners) query.set(corner, String(round(view[corner])))
  if (order !== 'best') query.set('order', order)
  if (isPast) query.set('past', '1')
  if (teamId !== null) query.set('team', teamId)
  if (isFollowed) query.set('hosts', 'followed')
  return [writeDiscoverQuery(filters), query.toString()].filter(Boolean).join('&')
}

/** The games of a community, or of the hosts one follows, are looked for wherever they are. */
export const isOfSome = ({ teamId, isFollowed }: Pick<DiscoverState, 'teamId' | 'isFollowed'>) => teamId !== null || isFollowed

export const hasPlace = (state: DiscoverState) =>
  state.filters.center !== null || state.filters.cityId !== null || state.view !== null || isOfSome(state)

/** Nowhere in particular: the country is shown, and the world is looked at. */
export const isAnywhere = ({ filters, view }: DiscoverState) => filters.center === null && view === null

/** The same search around a city. */
export const aroundCity = (state: DiscoverState, { id, lat, lng }: Pick<City, 'id' | 'lat' | 'lng'>, radius?: number): DiscoverState => ({
  ...state,
  view: null,
  filters: { ...state.filters, cityId: id, center: { lat, lng }, radius: radius ?? state.filters.radius ?? usualRadius },
})

/** The same search wherever it finds something. */
export const anywhere = (state: DiscoverState): DiscoverState => ({
  ...state,
  view: null,
  filters: { ...state.filters, cityId: null, center: null, radius: null },
})

/** What is looked at: the map as it was moved, else the circle, else the whole country. */
export const boundsOf = ({ view, filters: { center, radius } }: DiscoverState): Bounds =>
  view ?? (center ? boundsAround(center, radius ?? usualRadius) : nation)

/** How much of the map stands around what is shown on it, in miles. */
const rim = 5

/** What the map shows: of a community or of followed hosts, wherever their games are, else where the community is at home. */
export function shownBounds(state: DiscoverState, spots: readonly LatLng[], home: LatLng | null): Bounds {
  if (!isOfSome(state) || !isAnywhere(state)) return boundsOf(state)
  if (spots.length === 0) return home ? boundsAround(home, usualRadius) : nation
  const all = spots.map((spot) => boundsAround(spot, rim))
  return {
    south: Math.min(...all.map(({ south }) => south)),
    north: Math.max(...all.map(({ north }) => north)),
    west: Math.min(...all.map(({ west }) => west)),
    east: Math.max(...all.map(({ east }) => east)),
  }
}

/** The address of what is on around a city. */
export const cityDiscover = (city: Pick<City, 'id' | 'lat' | 'lng'>) => `/discover?${writeDiscoverState(aroundCity(startState, city))}`

/** The address of what is on in a community. */
export const teamDiscover = (teamId: string) => `/discover?${writeDiscoverState({ ...startState, teamId })}`

/** The address of what the hosts put up whom one follows. */
export const followedDiscover = `/discover?${writeDiscoverState({ ...startState, isFollowed: true })}`

/** Where the people stand whom one follows. */
export const followedPeople = '/connect?tab=following'

/** What a stranger is told is the same for all of them. */
export const forViewer = (state: DiscoverState, isSignedIn: boolean): DiscoverState =>
  state.isFollowed && !isSignedIn ? { ...state, isFollowed: false } : state

/** The city of a link that names one without saying where it is. */
export const fillCity = (state: DiscoverState, city: (LatLng & { id: number }) | null): DiscoverState =>
  city && state.filters.cityId === city.id && state.filters.center === null
    ? { ...state, filters: { ...state.filters, center: { lat: city.lat, lng: city.lng }, radius: state.filters.radius ?? usualRadius } }
    : state

export const placeFlags = ['lights', 'indoor', 'free'] as const
export type PlaceFlag = (typeof placeFlags)[number]

const degrees = (value: number) => String(Math.round(value * 1e6) / 1e6)

/** Asks for what is at home where games were looked for. Circles near the date line count on past it; degrees of the API do not. */
export function viewSearch(state: DiscoverState) {
  const { south, north, west, east } = boundsOf(state)
  return { south: degrees(south), north: degrees(north), west: degrees(wrapLng(west)), east: degrees(wrapLng(east)) }
}

/** Asks for places where games were looked for. */
export function placesSearch(state: DiscoverState, flags: readonly PlaceFlag[]) {
  const activity = state.filters.activities.join(',')
  return {
    ...viewSearch(state),
    ...(activity ? { activity } : {}),
    ...(Object.fromEntries(flags.map((flag) => [flag, '1'])) as Partial<Record<PlaceFlag, '1'>>),
  }
}
