import type { EventCard } from '../events/contract.ts'
import { countOpenSeatsOnCard } from '../events/viewer-state.ts'
import { defaultCurrency } from '../money.ts'
import { dayNumberOf, minutesOf, weekdayOf } from '../time/clock.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import type { DiscoverFilters } from './filter-contract.ts'

type EventFilters = Pick<
  DiscoverFilters,
  'from' | 'to' | 'weekdays' | 'withoutWeekdays' | 'timeOfDay' | 'withoutTimeOfDay' | 'level' | 'price' | 'seatsLeft' | 'withoutActivities'
>

/** Whether a game matches the filters that the database does not check. Dates and times are in the local time of the game. */
export function matchesFilters(event: EventCard, filters: EventFilters): boolean {
  const { date, time } = instantToLocal(event.startsAt, event.timeZone)
  const weekday = weekdayOf(dayNumberOf(date) ?? 0)
  const minutes = minutesOf(time) ?? 0
  const isWithin = ({ from, to }: { from: number; to: number }) => minutes >= from && minutes < to
  return (
    (filters.from === null || date >= filters.from) &&
    (filters.to === null || date <= filters.to) &&
    (filters.weekdays.length === 0 || filters.weekdays.includes(weekday)) &&
    !filters.withoutWeekdays.includes(weekday) &&
    (filters.timeOfDay === null || isWithin(filters.timeOfDay)) &&
    !(filters.withoutTimeOfDay !== null && isWithin(filters.withoutTimeOfDay)) &&
    !filters.withoutActivities.some((activity) => activity === event.activity) &&
    (filters.level === null || matchesLevel(event, filters.level)) &&
    (filters.price === null || matchesPrice(event, filters.price)) &&
    (filters.seatsLeft === null || countOpenSeatsOnCard(event) >= filters.seatsLeft)
  )
}

/** Whether the level ranges overlap. A game without levels is for everyone. */
export const matchesLevel = (
  { levelMin, levelMax }: Pick<EventCard, 'levelMin' | 'levelMax'>,
  { min, max }: { min: number; max: number },
) => (levelMin ?? 1) <= max && (levelMax ?? 5) >= min

/** An amount is in dollars, so a price in another currency is not below it. */
function matchesPrice({ price }: EventCard, wanted: NonNullable<EventFilters['price']>): boolean {
  if (wanted === 'paid') return price !== null
  if (price === null) return true
  return wanted !== 'free' && price.currency === defaultCurrency && price.amount <= wanted.maxCents
}

/** Whether each game must be checked with `matchesFilters`. False if the database query covers all filters. */
export const needsEventCheck = (filters: EventFilters): boolean =>
  filters.weekdays.length > 0 ||
  filters.withoutWeekdays.length > 0 ||
  filters.withoutActivities.length > 0 ||
  [filters.timeOfDay, filters.withoutTimeOfDay, filters.level, filters.price, filters.seatsLeft].some((filter) => filter !== null)
