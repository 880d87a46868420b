import { findActivity } from '../activities.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import { dayParts, noFilters } from '../discover/filters.ts'
import { levelLabel, ratingOf } from '../profiles/levels.ts'
import { dayNumberOf, minutesADay, type Weekday, weekdays } from '../time/clock.ts'
import type { Chip, ChipFilter } from './contract.ts'

const kindLabels = { events: 'Events', players: 'Players', teams: 'Communities', places: 'Places' } as const

/** The chips of any filters, in the order people ask: what, where, when, how. Without the words, which only a question has. */
export function listChips(filters: NamedFilters, today: string): Chip[] {
  const chips: Chip[] = []
  const add = (filter: ChipFilter, label: string | null | undefined, value: string | null = null) => {
    if (label) chips.push({ id: value ? `${filter}:${value}` : filter, filter, value, label, words: '', isGuess: false })
  }
  const { city, radius, timeOfDay, withoutTimeOfDay, level, price, seatsLeft, kind } = filters
  const activityName = (id: string) => findActivity(id)?.label ?? id
  add('kind', kind && kindLabels[kind])
  for (const id of filters.activities) add('activities', activityName(id), id)
  for (const id of filters.withoutActivities) add('withoutActivities', `Not ${activityName(id).toLowerCase()}`, id)
  add('city', city && `${city.name}, ${city.state}`)
  add('radius', radius === null ? null : `Within ${radius} ${radius === 1 ? 'mile' : 'miles'}`)
  add('dates', datesLabel(filters, today))
  add('weekdays', daysLabel(filters.weekdays))
  add('withoutWeekdays', filters.withoutWeekdays.length > 0 ? `Not ${daysLabel(filters.withoutWeekdays)?.replace(/^Week/, 'week')}` : null)
  add('timeOfDay', timeOfDay && timeLabel(timeOfDay))
  add(
    'withoutTimeOfDay',
    withoutTimeOfDay && `Not ${timeLabel(withoutTimeOfDay).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`,
  )
  add('level', level && levelsLabel(level, filters.activities))
  add('price', price && (price === 'free' ? 'Free' : `Up to ${dollars(price.maxCents)}`))
  add('seatsLeft', seatsLeft === null ? null : `Room for ${seatsLeft}`)
  return chips
}

/** The filters without what the chip stands for. */
export function removeChip(filters: NamedFilters, { filter, value }: Pick<Chip, 'filter' | 'value'>): NamedFilters {
  if (filter === 'activities' || filter === 'withoutActivities') {
    return { ...filters, [filter]: filters[filter].filter((id) => id !== value) }
  }
  if (filter === 'dates') return { ...filters, from: null, to: null }
  return { ...filters, [filter]: noFilters[filter] }
}

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

function datesLabel({ from, to }: NamedFilters, today: string): string | null {
  const show = (date: string, options: Intl.DateTimeFormatOptions) => {
    const year = date.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
    return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', ...year, ...options }).format(
      new Date(`${date}T00:00Z`),
    )
  }
  const withDay = { weekday: 'short' } as const
  if (!from && !to) return null
  if (from && from === to) {
    const days = (dayNumberOf(from) ?? 0) - (dayNumberOf(today) ?? 0)
    const near = days === 0 ? 'Today, ' : days === 1 ? 'Tomorrow, ' : ''
    return near + show(from, near ? {} : withDay)
  }
  if (from && to) return `${show(from, withDay)} – ${show(to, withDay)}`
  return from ? `From ${show(from, withDay)}` : `Until ${show(to ?? today, withDay)}`
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function daysLabel(days: readonly Weekday[]): string | null {
  if (days.length === 0) return null
  const isSame = (others: readonly Weekday[]) => days.length === others.length && others.every((day) => days.includes(day))
  if (isSame(weekdays.slice(0, 5))) return 'Weekdays'
  if (isSame(weekdays.slice(5))) return 'Weekends'
  return days.map((day) => (days.length > 1 ? capitalize(day).slice(0, 3) : `${capitalize(day)}s`)).join(', ')
}

function clock(minutes: number): string {
  if (minutes % minutesADay === 0) return 'midnight'
  if (minutes === minutesADay / 2) return 'noon'
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${hour % 12 || 12}${minute > 0 ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}

function timeLabel({ from, to }: TimeOfDay): string {
  for (const [part, hours] of Object.entries(dayParts)) {
    if (hours.from === from && hours.to === to) return capitalize(part)
  }
  if (from === 0) return `Before ${clock(to)}`
  return to === minutesADay ? `After ${clock(from)}` : `${clock(from)} – ${clock(to)}`
}

/** As ratings where all that is looked for is rated, in words elsewhere. */
function levelsLabel({ min, max }: { min: number; max: number }, activities: readonly string[]): string {
  const [first] = activities
  const isRated = first !== undefined && activities.every((id) => ratingOf(id, 1) !== null)
  const words = (level: number) => levelLabel('', level)
  const isHalf = (level: number) => !Number.isInteger(level)
  if (min === 1 && max < 5) return isHalf(max) ? `Below ${words(Math.ceil(max)).toLowerCase()}` : `Up to ${words(max).toLowerCase()}`
  if (isRated) return max === 5 ? `${ratingOf(first, min)}+` : [...new Set([ratingOf(first, min), ratingOf(first, max)])].join(' to ')
  if (max === 5 && min < 5) return isHalf(min) ? `Above ${words(Math.floor(min)).toLowerCase()}` : `${words(min)} and up`
  return min === max ? words(min) : `${words(Math.floor(min))} to ${words(Math.ceil(max)).toLowerCase()}`
}
