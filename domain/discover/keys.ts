import type { City } from '../cities/contract.ts'
import type { PlacePage } from '../places/contract.ts'
import type { PagesKey, QueryKey } from '../query-keys.ts'
import type { TeamCardPage } from '../teams/contract.ts'
import type { DiscoverPage } from './contract.ts'

/** The city where the viewer lives. */
export const homeCityKey: QueryKey<City | null> = ['discover', 'home-city']

/** Games. `search` comes from `writeDiscoverState`. */
export const discoveredEventsKey = (search: string): PagesKey<DiscoverPage> => ['discover', 'events', search]

/** Communities. `search` comes from `toViewQuery`. */
export const discoveredTeamsKey = (search: Record<string, string>): PagesKey<TeamCardPage> => [
  'discover',
  'teams',
  new URLSearchParams(search).toString(),
]

/** Places. `search` comes from `toPlacesQuery`. */
export const discoveredPlacesKey = (search: Record<string, string>): PagesKey<PlacePage> => [
  'discover',
  'places',
  new URLSearchParams(search).toString(),
]
