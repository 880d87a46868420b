import { findActivity } from '../activities.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import { dayParts } from '../discover/filters.ts'
import { formatLevel, ratingOf } from '../profiles/levels.ts'
import { dayNumberOf, minutesADay, type Weekday, weekdays } from '../time/clock.ts'
import { writeDate } from '../time/write-time.ts'
import type { AskFilters, Chip, ChipFilter } from './contract.ts'
import { noAskFilters } from './search-path.ts'

const kindLabels = { events: 'Games', players: 'Players', teams: 'Communities', places: 'Places' } as const

const placeLabels = { lights: 'Lights', indoor: 'Indoors', free: 'Free' } as const

/** A search has no filters that only questions have. */
export type ChipFilters = NamedFilters & Partial<AskFilters>

/** The chips of these filters, in the order people ask: what, where, when, how. `words` is empty: only a question has words. */
export function listChips(filters: ChipFilters, today: string): Chip[] {
  const chips: Chip[] = []
  const addChip = (filter: ChipFilter, label: string | null | undefined, value: string | null = null) => {
    if (label) chips.push({ id: value ? `${filter}:${value}` : filter, filter, value, label, words: '', isGuess: false })
  }
  const { city, radius, timeOfDay, withoutTimeOfDay, level, price, seatsLeft, kind } = filters
  const activityName = (id: string) => findActivity(id)?.label ?? id
  addChip('kind', kind && kindLabels[kind])
  for (const flag of filters.placeFlags ?? []) addChip('placeFlags', placeLabels[flag], flag)
  addChip('isPast', filters.isPast ? 'Past games' : null)
  addChip('isFollowed', filters.isFollowed ? 'Hosts you follow' : null)
  for (const id of filters.activities) addChip('activities', activityName(id), id)
  for (const id of filters.withoutActivities) addChip('withoutActivities', `Not ${activityName(id).toLowerCase()}`, id)
  addChip('city', city && `${city.name}, ${city.state}`)
  addChip('radius', radius === null ? null : `Within ${radius} ${radius === 1 ? 'mile' : 'miles'}`)
  addChip('dates', formatDates(filters, today))
  addChip('weekdays', formatWeekdays(filters.weekdays))
  addChip(
    'withoutWeekdays',
    filters.withoutWeekdays.length > 0 ? `Not ${formatWeekdays(filters.withoutWeekdays)?.replace(/^Week/, 'week')}` : null,
  )
  addChip('timeOfDay', timeOfDay && formatHours(timeOfDay))
  addChip(
    'withoutTimeOfDay',
    withoutTimeOfDay && `Not ${formatHours(withoutTimeOfDay).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`,
  )
  addChip('level', level && formatLevels(level, filters.activities))
  addChip('price', price && formatPrice(price))
  addChip('seatsLeft', seatsLeft === null ? null : `Room for ${seatsLeft}`)
  return chips
}

const formatPrice = (price: NonNullable<NamedFilters['price']>) =>
  typeof price === 'object' ? `Up to ${formatDollars(price.maxCents)}` : price === 'free' ? 'Free' : 'Paid'

/** The filters after the user removes this chip. */
export function removeChip<Filters extends ChipFilters>(filters: Filters, { filter, value }: Pick<Chip, 'filter' | 'value'>): Filters {
  if (filter === 'activities' || filter === 'withoutActivities' || filter === 'placeFlags') {
    return { ...filters, [filter]: filters[filter]?.filter((id) => id !== value) }
  }
  // Only places have lights or a roof.
  if (filter === 'kind') return { ...filters, kind: null, ...(filters.placeFlags ? { placeFlags: [] } : {}) }
  if (filter === 'dates') return { ...filters, from: null, to: null }
  return { ...filters, [filter]: noAskFilters[filter] }
}

const formatDollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

function formatDates({ from, to }: NamedFilters, today: string): string | null {
  const formatDate = (date: string, options: Intl.DateTimeFormatOptions) => {
    const context = { timeZone: 'UTC', now: Date.parse(today), locale: 'en-US' }
    return writeDate(Date.parse(date), context, { month: 'short', day: 'numeric', ...options })
  }
  const withDay = { weekday: 'short' } as const
  if (!from && !to) return null
  if (from && from === to) {
    const days = (dayNumberOf(from) ?? 0) - (dayNumberOf(today) ?? 0)
    const relativeDay = days === 0 ? 'Today, ' : days === 1 ? 'Tomorrow, ' : ''
    return relativeDay + formatDate(from, relativeDay ? {} : withDay)
  }
  if (from && to) return `${formatDate(from, withDay)} – ${formatDate(to, withDay)}`
  return from ? `From ${formatDate(from, withDay)}` : `Until ${formatDate(to ?? today, withDay)}`
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function formatWeekdays(days: readonly Weekday[]): string | null {
  if (days.length === 0) return null
  const isSame = (others: readonly Weekday[]) => days.length === others.length && others.every((day) => days.includes(day))
  if (isSame(weekdays.slice(0, 5))) return 'Weekdays'
  if (isSame(weekdays.slice(5))) return 'Weekends'
  return days.map((day) => (days.length > 1 ? capitalize(day).slice(0, 3) : `${capitalize(day)}s`)).join(', ')
}

function formatTime(minutes: number): string {
  if (minutes % minutesADay === 0) return 'midnight'
  if (minutes === minutesADay / 2) return 'noon'
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${hour % 12 || 12}${minute > 0 ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}

function formatHours({ from, to }: TimeOfDay): string {
  for (const [part, hours] of Object.entries(dayParts)) {
    if (hours.from === from && hours.to === to) return capitalize(part)
  }
  if (from === 0) return `Before ${formatTime(to)}`
  return to === minutesADay ? `After ${formatTime(from)}` : `${formatTime(from)} – ${formatTime(to)}`
}

/** Shows ratings such as "3.5" if all of the activities use ratings, and the names of the levels otherwise. "Up to" and "Below" always use names. */
function formatLevels({ min, max }: { min: number; max: number }, activities: readonly string[]): string {
  const [first] = activities
  const isRated = first !== undefined && activities.every((id) => ratingOf(id, 1) !== null)
  const words = (level: number) => formatLevel('', level)
  const isHalf = (level: number) => !Number.isInteger(level)
  if (min === 1 && max < 5) return isHalf(max) ? `Below ${words(Math.ceil(max)).toLowerCase()}` : `Up to ${words(max).toLowerCase()}`
  if (isRated) return max === 5 ? `${ratingOf(first, min)}+` : [...new Set([ratingOf(first, min), ratingOf(first, max)])].join(' to ')
  if (max === 5 && min < 5) return isHalf(min) ? `Above ${words(Math.floor(min)).toLowerCase()}` : `${words(min)} and up`
  return min === max ? words(min) : `${words(Math.floor(min))} to ${words(Math.ceil(max)).toLowerCase()}`
}
