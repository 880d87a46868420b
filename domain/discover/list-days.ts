import { dayNumberOf, weekdayOf, weekdays } from '../time/clock.ts'
import type { DiscoverFilters } from './filter-contract.ts'

/** A day whose games are added to a count, or subtracted from it. Days below 1 stand for several days. */
export type CountedDay = { day: number; sign: 1 | -1 }

/** In the table of counts, day 0 is the sum of all days, and days -1 to -7 are the sums of Mondays to Sundays. */
const anyDay = 0

/** Whether a game on this day is part of the count of `counted`. */
export const includesDay = (counted: number, day: number): boolean =>
  counted === anyDay || counted === day || counted === -1 - weekdays.indexOf(weekdayOf(day))

/** No game starts later than two years from now. */
const maxDaysAhead = 2 * 366 + 2

const listBetween = (first: number, last: number) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/**
 * The days whose counts are summed for these filters, as few as possible. `today` is a day in UTC, and somewhere it is already
 * tomorrow or still yesterday.
 */
export function listCountedDays(
  filters: Pick<DiscoverFilters, 'from' | 'to' | 'weekdays' | 'withoutWeekdays'>,
  today: number,
  isPast: boolean,
): CountedDay[] {
  const [from, to] = [filters.from, filters.to].map((date) => (date === null ? null : dayNumberOf(date)))
  const wanted = weekdays.filter(
    (weekday) => (filters.weekdays.length === 0 || filters.weekdays.includes(weekday)) && !filters.withoutWeekdays.includes(weekday),
  )
  const listWanted = (first: number, last: number) => listBetween(first, last).filter((day) => wanted.includes(weekdayOf(day)))
  const add = (first: number, last: number) => listWanted(first, last).map((day): CountedDay => ({ day, sign: 1 }))
  const all = (wanted.length === weekdays.length ? [anyDay] : wanted.map((weekday) => -1 - weekdays.indexOf(weekday))).map(
    (day): CountedDay => ({ day, sign: 1 }),
  )
  const allExcept = (first: number, last: number) => [...all, ...listWanted(first, last).map((day): CountedDay => ({ day, sign: -1 }))]
  const [firstDay, lastDay] = [today - 1, today + maxDaysAhead]
  if (isPast) {
    if (from == null) return to == null ? all : allExcept(to + 1, today + 1)
    return add(from, Math.min(to ?? today + 1, today + 1))
  }
  const first = Math.max(from ?? firstDay, firstDay)
  // With an open end it is shorter to subtract the days before it.
  if ((to == null || to >= lastDay) && first < today + maxDaysAhead / 2) return allExcept(firstDay, first - 1)
  return add(first, Math.min(to ?? lastDay, lastDay))
}
