import type { CalendarDate } from '@internationalized/date'
import { type Weekday, weekdays } from '../time/clock.ts'
import { getMonday, getWeekday } from './calendar.ts'
import type { DatesMeaning } from './pieces.ts'

type DatePhrase<Key> = { key: Key; meaning: DatesMeaning; isAlternative: boolean }
type DateRange = Pick<DatesMeaning, 'from' | 'to'>
type GatheredDates<Key> = DateRange & { weekdays: Weekday[]; leftover: Key[] }

const laterDate = (a: CalendarDate | null, b: CalendarDate | null) => (a && b ? (a.compare(b) > 0 ? a : b) : (a ?? b))
const earlierDate = (a: CalendarDate | null, b: CalendarDate | null) => (a && b ? (a.compare(b) < 0 ? a : b) : (a ?? b))
const sortWeekdays = (days: readonly Weekday[]) => weekdays.filter((day) => days.includes(day))

/**
 * Joins all phrases about days into one date range and a list of weekdays. A phrase that does not fit the others
 * ("tomorrow or December 5") goes to `leftover`, so the screen can show that it was not used. `isRecurring` is true
 * after a plural such as "mornings".
 */
export function gatherDates<Key>(
  phrases: readonly DatePhrase<Key>[],
  recurring: readonly Weekday[],
  isRecurring: boolean,
): GatheredDates<Key> {
  const leftover: Key[] = []
  const weekdayPhrases: DatePhrase<Key>[] = []
  let range: DateRange | null = null
  let wasRange = false
  for (const phrase of phrases) {
    const { meaning, isAlternative, key } = phrase
    // "Tuesday" next to "next week" is a day of that week. After "tomorrow or" it is a separate date.
    const isWeekday: boolean = meaning.days !== undefined && !(isAlternative && wasRange)
    wasRange = !isWeekday
    if (isWeekday) {
      weekdayPhrases.push(phrase)
      continue
    }
    const joinedRange: DateRange | null = range ? joinRanges(range, meaning, isAlternative) : meaning
    if (joinedRange) range = joinedRange
    else leftover.push(key)
  }
  const days = sortWeekdays([...recurring, ...weekdayPhrases.flatMap(({ meaning }) => meaning.days ?? [])])
  if (!range) return { ...gatherWithoutRange(weekdayPhrases, days, isRecurring || recurring.length > 0), leftover }
  const isWeek = weekdayPhrases.length > 0 && phrases.some(({ meaning }) => meaning.isWeek)
  const searchedRange = isWeek && range.from ? { from: getMonday(range.from), to: getMonday(range.from).add({ days: 6 }) } : range
  const narrowed = narrowRange(searchedRange, days, recurring.length > 0)
  if (narrowed) return { ...narrowed, leftover }
  return { from: range.from, to: range.to, weekdays: [], leftover: [...leftover, ...weekdayPhrases.map(({ key }) => key)] }
}

function gatherWithoutRange(
  weekdayPhrases: readonly DatePhrase<unknown>[],
  days: Weekday[],
  isRecurring: boolean,
): DateRange & { weekdays: Weekday[] } {
  if (isRecurring || weekdayPhrases.length === 0) return { from: null, to: null, weekdays: days }
  const from = weekdayPhrases.map(({ meaning }) => meaning.from).reduce(earlierDate)
  const to = weekdayPhrases.map(({ meaning }) => meaning.to).reduce(laterDate)
  return { from, to, weekdays: from && to ? omitRedundantDays(from, to, days) : [] }
}

/** Leaves the weekdays out if the range has no other days than these. */
function omitRedundantDays(from: CalendarDate, to: CalendarDate, days: Weekday[]): Weekday[] {
  const length = to.compare(from) + 1
  const isWhole =
    length <= days.length && Array.from({ length }, (_, add) => getWeekday(from.add({ days: add }))).every((day) => days.includes(day))
  return isWhole ? [] : days
}

function joinRanges(a: DateRange, b: DateRange, isAlternative: boolean): DateRange | null {
  const [from, to] = [laterDate(a.from, b.from), earlierDate(a.to, b.to)]
  // If there is a gap between the two, one range over both would include days that the user did not mean.
  if (from && to && from.compare(to) > 1) return null
  const overlaps = !from || !to || from.compare(to) <= 0
  if (overlaps && !isAlternative) return { from, to }
  return { from: a.from && b.from && earlierDate(a.from, b.from), to: a.to && b.to && laterDate(a.to, b.to) }
}

/** "Tuesday next week" is one day, "Sundays in December" are several, and "Saturday after Thanksgiving" is the first. */
function narrowRange(range: DateRange, days: Weekday[], isRecurring: boolean): (DateRange & { weekdays: Weekday[] }) | null {
  const { from } = range
  if (!from || days.length === 0 || isRecurring) return { ...range, weekdays: days }
  const to = range.to ?? from.add({ days: 6 })
  const matchingDates: CalendarDate[] = []
  for (let date = from; date.compare(to) <= 0 && matchingDates.length <= days.length; date = date.add({ days: 1 })) {
    if (days.includes(getWeekday(date))) matchingDates.push(date)
  }
  const [first, last] = [matchingDates[0], matchingDates.at(-1)]
  if (!first || !last) return null
  if (matchingDates.length > days.length) return { ...range, weekdays: days }
  return { from: first, to: last, weekdays: omitRedundantDays(first, last, days) }
}
