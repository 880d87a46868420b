import { findActivity } from '../../domain/activities.ts'
import { listChips } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import type { NamedFilters } from '../../domain/discover/filter-contract.ts'
import { dayParts, noFilters } from '../../domain/discover/filters.ts'
import { type DiscoverState, nation, usualRadius } from '../../domain/discover/state.ts'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { dateWords } from './date-words.ts'

/** "Pickleball, volleyball +3" */
export function activityWords(ids: readonly string[]): string | null {
  const [first, second, ...more] = ids.map((id) => findActivity(id)?.label ?? id)
  if (!first) return null
  if (!second) return first
  return `${first}, ${second.toLowerCase()}${more.length > 0 ? ` +${more.length}` : ''}`
}

export const isNation = ({ view }: DiscoverState) => view !== null && JSON.stringify(view) === JSON.stringify(nation)

export function whereWords(state: DiscoverState, city: City | null): string | null {
  const { view, filters } = state
  if (view) return isNation(state) ? 'Anywhere' : 'This part of the map'
  if (!filters.center) return null
  const miles = filters.radius ?? usualRadius
  return `${city?.name ?? 'Around a point'}, ${miles === 1 ? '1 mile' : `${miles} miles`}`
}

export function partOf(time: { from: number; to: number } | null): keyof typeof dayParts | null {
  const found = Object.entries(dayParts).find(([, part]) => part.from === time?.from && part.to === time.to)
  return found ? (found[0] as keyof typeof dayParts) : null
}

/** What the day's chip of the words says, by the same words a question is answered with. */
const labelOf = (filters: Partial<NamedFilters>) => listChips({ ...noFilters, ...filters }, '')[0]?.label ?? null

export const timeWords = ({ timeOfDay }: DiscoverState['filters']) => timeOfDay && labelOf({ timeOfDay })
export const levelWords = ({ level, activities }: DiscoverState['filters']) =>
  level && labelOf({ level, activities: [] as typeof activities })
export const seatWords = ({ seatsLeft }: DiscoverState['filters']) =>
  seatsLeft === null ? null : seatsLeft === 1 ? 'Seats left' : `${seatsLeft} seats left`

type Named = { city: City | null; team: TeamCard | null | undefined }

/** "12 games this weekend near Austin", "3 games of Sunset Smashers" */
export function countWords(
  { filters, view, isPast, isFollowed }: DiscoverState,
  { city, team }: Named,
  count: number,
  isMore: boolean,
): string {
  const games = count === 1 && !isMore ? '1 game' : `${count}${isMore ? '+' : ''} games`
  const dates = dateWords(filters)
  const days = dates === null ? '' : ` ${dates.replace(/^[A-Z](?=[a-z]+(?: |$)(?!\d))/, (letter) => letter.toLowerCase())}`
  const near = view || !city ? '' : ` near ${city.name}`
  return `${games}${team ? ` by ${team.name}` : ''}${isFollowed ? ' by hosts you follow' : ''}${isPast ? ' in the past' : ''}${days}${near}`
}
