import { findActivity } from '../activities.ts'
import type { City } from '../cities/contract.ts'
import { cityLabel } from '../cities/rules.ts'
import type { DiscoverFilters } from './filter-contract.ts'

/** The activity that the search is about; null if it is about none or several. */
export const onlyActivityOf = ({ activities }: Pick<DiscoverFilters, 'activities'>): string | null =>
  activities.length === 1 ? (activities[0] ?? null) : null

type Around = {
  city: Pick<City, 'name' | 'state'> | null
  /** The search is around a point that is no city of the URL, such as the viewer's own. */
  isNearViewer: boolean
}

/** "Communities near Austin, TX", "Communities near you". A list of the whole country, or of an area of the map, is near nobody. */
export function nameNear(noun: string, { city, isNearViewer }: Around): string {
  if (city) return `${noun} near ${cityLabel(city)}`
  return isNearViewer ? `${noun} near you` : noun
}

/** "Games near Austin, TX", "Tennis games". The document and the screen have the same title. */
export function nameGames(activity: string | null, around: Around): string {
  const label = activity === null ? undefined : findActivity(activity)?.label
  return nameNear(label ? `${label} games` : 'Games', around)
}

/** The address that search engines keep for the games of an activity, a city or both. */
export function gamesPath(activity: string | null, cityId: number | null): string {
  const query = [activity !== null && `activity=${activity}`, cityId !== null && `city=${cityId}`].filter(Boolean).join('&')
  return query ? `/discover?${query}` : '/discover'
}
