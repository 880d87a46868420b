import { findActivity } from '../../domain/activities.ts'
import { listChips } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import type { NamedFilters } from '../../domain/discover/filter-contract.ts'
import { dayParts, noFilters } from '../../domain/discover/filters.ts'
import { countryBounds, type DiscoverState, defaultRadiusMiles } from '../../domain/discover/state.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { formatDates } from './format-dates.ts'

/** "Pickleball, volleyball +3" */
export function formatActivities(ids: readonly string[]): string | null {
  const [first, second, ...more] = ids.map((id) => findActivity(id)?.label ?? id)
  if (!first) return null
  if (!second) return first
  return `${first}, ${second.toLowerCase()}${more.length > 0 ? ` +${more.length}` : ''}`
}

export const isNation = ({ view }: DiscoverState) => view !== null && JSON.stringify(view) === JSON.stringify(countryBounds)

export function formatWhere(state: DiscoverState, city: City | null): string | null {
  const { view, filters } = state
  if (view) return isNation(state) ? 'Anywhere' : 'Map area'
  if (!filters.center) return null
  const miles = filters.radius ?? defaultRadiusMiles
  return `${city?.name ?? 'Near the chosen point'}, ${miles === 1 ? '1 mile' : `${miles} miles`}`
}

export function findDayPart(time: { from: number; to: number } | null): keyof typeof dayParts | null {
  const entry = Object.entries(dayParts).find(([, part]) => part.from === time?.from && part.to === time.to)
  return entry ? (entry[0] as keyof typeof dayParts) : null
}

/** The label that the same filter has as a chip on the Ask page. */
const getChipLabel = (filters: Partial<NamedFilters>) => listChips({ ...noFilters, ...filters }, '')[0]?.label ?? null

export const formatTimeOfDay = ({ timeOfDay }: DiscoverState['filters']) => timeOfDay && getChipLabel({ timeOfDay })
export const formatLevel = ({ level, activities }: DiscoverState['filters']) =>
  level && getChipLabel({ level, activities: [] as typeof activities })
export const formatPrice = ({ price }: DiscoverState['filters']) => price && getChipLabel({ price })
export const formatSeatsLeft = ({ seatsLeft }: DiscoverState['filters']) =>
  seatsLeft === null ? null : seatsLeft === 1 ? 'Seats left' : `${seatsLeft} seats left`

type CityAndTeam = { city: City | null; team: TeamCard | null | undefined }

/** "12 games this weekend near Austin", "3 games by Sunset Smashers" */
export function formatEventCount(
  { filters, view, isPast, isFollowed }: DiscoverState,
  { city, team }: CityAndTeam,
  { games: count, hasMore }: { games: number; hasMore: boolean },
): string {
  const games = count === 1 && !hasMore ? '1 game' : `${count}${hasMore ? '+' : ''} games`
  const dates = formatDates(filters)
  const days = dates === null ? '' : ` ${dates.replace(/^[A-Z](?=[a-z]+(?: |$)(?!\d))/, (letter) => letter.toLowerCase())}`
  const near = view || !city ? '' : ` near ${city.name}`
  return `${games}${team ? ` by ${team.name}` : ''}${isFollowed ? ' by hosts you follow' : ''}${isPast ? ' in the past' : ''}${days}${near}`
}
