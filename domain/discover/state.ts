import * as v from 'valibot'
import type { City } from '../cities/contract.ts'
import type { Bounds } from '../geo/contract.ts'
import { boundsAround } from '../geo/distance.ts'
import { Id } from '../ids.ts'
import type { LatLng } from '../maps/contract.ts'
import { type DiscoverOrder, discoverOrders } from './contract.ts'
import { type DiscoverFilters, noFilters, readDiscoverQuery, toDiscoverFilters, writeDiscoverQuery } from './query.ts'

/** All that the address of discover says. */
export type DiscoverState = {
  filters: DiscoverFilters
  /** What the map shows, once someone has moved it. */
  view: Bounds | null
  order: DiscoverOrder
  isPast: boolean
  teamId: string | null
}

export const usualRadius = 15

/** Where nobody says where. */
export const nation: Bounds = { south: 24, north: 50, west: -125, east: -66 }

export const startState: DiscoverState = { filters: toDiscoverFilters(noFilters), view: null, order: 'best', isPast: false, teamId: null }

const corners = ['south', 'north', 'west', 'east'] as const

function readView(query: URLSearchParams): Bounds | null {
  const [south, north, west, east] = corners.map((name) => {
    const text = query.get(name) ?? ''
    return /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
  }) as [number, number, number, number]
  const isView = Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  return isView ? { south, north, west, east } : null
}

export const readDiscoverState = (query: URLSearchParams): DiscoverState => ({
  filters: readDiscoverQuery(query),
  view: readView(query),
  order: discoverOrders.find((order) => order === query.get('order')) ?? 'best',
  isPast: query.get('past') === '1',
  teamId: v.is(Id, query.get('team')) ? query.get('team') : null,
})

/** To about ten meters: nobody sees less on a map. */
const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4

/** One state is always one text: the API is asked with it, and what it answered is known by it. */
export function writeDiscoverState({ filters, view, order, isPast, teamId }: DiscoverState): string {
  const query = new URLSearchParams()
  if (view) for (const corner of corners) query.set(corner, String(round(view[corner])))
  if (order !== 'best') query.set('order', order)
  if (isPast) query.set('past', '1')
  if (teamId !== null) query.set('team', teamId)
  return [writeDiscoverQuery(filters), query.toString()].filter(Boolean).join('&')
}

export const hasPlace = ({ filters, view }: DiscoverState) => filters.center !== null || filters.cityId !== null || view !== null

/** The same search around a city. */
export const aroundCity = (state: DiscoverState, { id, lat, lng }: Pick<City, 'id' | 'lat' | 'lng'>, radius?: number): DiscoverState => ({
  ...state,
  view: null,
  filters: { ...state.filters, cityId: id, center: { lat, lng }, radius: radius ?? state.filters.radius ?? usualRadius },
})

/** What is looked at: the map as it was moved, else the circle, else the whole country. */
export const boundsOf = ({ view, filters: { center, radius } }: DiscoverState): Bounds =>
  view ?? (center ? boundsAround(center, radius ?? usualRadius) : nation)

/** The address of what is on around a city. */
export const cityDiscover = (city: Pick<City, 'id' | 'lat' | 'lng'>) => `/discover?${writeDiscoverState(aroundCity(startState, city))}`

/** The city of a link that names one without saying where it is. */
export const fillCity = (state: DiscoverState, city: (LatLng & { id: number }) | null): DiscoverState =>
  city && state.filters.cityId === city.id && state.filters.center === null
    ? { ...state, filters: { ...state.filters, center: { lat: city.lat, lng: city.lng }, radius: state.filters.radius ?? usualRadius } }
    : state

export const placeFlags = ['lights', 'indoor', 'free'] as const
export type PlaceFlag = (typeof placeFlags)[number]

/** Circles near the date line count on past it; degrees of the API do not. */
const wrap = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180
const degrees = (value: number) => String(Math.round(value * 1e6) / 1e6)

/** Asks for places where games were looked for. */
export function placesSearch(state: DiscoverState, flags: readonly PlaceFlag[]) {
  const { south, north, west, east } = boundsOf(state)
  const activity = state.filters.activities.join(',')
  return {
    ...{ south: degrees(south), north: degrees(north), west: degrees(wrap(west)), east: degrees(wrap(east)) },
    ...(activity ? { activity } : {}),
    ...(Object.fromEntries(flags.map((flag) => [flag, '1'])) as Partial<Record<PlaceFlag, '1'>>),
  }
}
