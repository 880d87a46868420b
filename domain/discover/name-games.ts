import { findActivity } from '../activities.ts'
import type { City } from '../cities/contract.ts'
import { cityLabel } from '../cities/rules.ts'
import type { DiscoverFilters } from './filter-contract.ts'

/** The activity that the search is about; null if it is about none or several. */
export const onlyActivityOf = ({ activities }: Pick<DiscoverFilters, 'activities'>): string | null =>
  activities.length === 1 ? (activities[0] ?? null) : null

/** "Games near Austin, TX", "Tennis games near you". The document and the screen have the same title. */
export function nameGames(activity: string | null, city: Pick<City, 'name' | 'state'> | null): string {
  const label = activity === null ? undefined : findActivity(activity)?.label
  return `${label ? `${label} games` : 'Games'} near ${city ? cityLabel(city) : 'you'}`
}

/** The address that search engines keep for the games of an activity, a city or both. */
export function gamesPath(activity: string | null, cityId: number | null): string {
  const query = [activity !== null && `activity=${activity}`, cityId !== null && `city=${cityId}`].filter(Boolean).join('&')
  return query ? `/discover?${query}` : '/discover'
}
