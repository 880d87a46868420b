import type { City } from '../cities/contract.ts'
import type { PlacePage } from '../places/contract.ts'
import type { PagesKey, QueryKey } from '../query-keys.ts'
import type { TeamCardPage } from '../teams/contract.ts'
import type { DiscoverPage } from './contract.ts'

/** Where the person who is signed in lives. */
export const homeCityKey: QueryKey<City | null> = ['discover', 'home-city']

/** Games, by the text of `writeDiscoverState`. */
export const discoveredEventsKey = (search: string): PagesKey<DiscoverPage> => ['discover', 'events', search]

/** Communities, by a `viewSearch`. */
export const discoveredTeamsKey = (search: Record<string, string>): PagesKey<TeamCardPage> => [
  'discover',
  'teams',
  new URLSearchParams(search).toString(),
]

/** Places, by a `placesSearch`. */
export const discoveredPlacesKey = (search: Record<string, string>): PagesKey<PlacePage> => [
  'discover',
  'places',
  new URLSearchParams(search).toString(),
]
