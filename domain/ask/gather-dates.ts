import type { CalendarDate } from '@internationalized/date'
import { type Weekday, weekdays } from '../time/clock.ts'
import { mondayOf, weekdayOn } from './calendar.ts'
import type { DatesMeaning } from './pieces.ts'

type Said<Key> = { key: Key; meaning: DatesMeaning; isAlternative: boolean }
type Stretch = Pick<DatesMeaning, 'from' | 'to'>
type Gathered<Key> = Stretch & { weekdays: Weekday[]; unread: Key[] }

const later = (a: CalendarDate | null, b: CalendarDate | null) => (a && b ? (a.compare(b) > 0 ? a : b) : (a ?? b))
const sooner = (a: CalendarDate | null, b: CalendarDate | null) => (a && b ? (a.compare(b) < 0 ? a : b) : (a ?? b))
const inOrder = (days: readonly Weekday[]) => weekdays.filter((day) => days.includes(day))

/**
 * Everything said of days as one stretch and days of the week. What cannot be said together with the rest ("tomorrow or
 * December 5") is answered in `unread`, so that nobody believes it was heard. `isRecurring`: they said "mornings".
 */
export function gatherDates<Key>(said: readonly Said<Key>[], recurring: readonly Weekday[], isRecurring: boolean): Gathered<Key> {
  const unread: Key[] = []
  const named: Said<Key>[] = []
  let stretch: Stretch | null = null
  let wasStretch = false
  for (const one of said) {
    const { meaning, isAlternative, key } = one
    // "Tuesday" beside "next week" is a day of it; after "tomorrow or" it is a date of its own.
    const isNamed: boolean = meaning.days !== undefined && !(isAlternative && wasStretch)
    wasStretch = !isNamed
    if (isNamed) {
      named.push(one)
      continue
    }
    const joined: Stretch | null = stretch ? joinStretches(stretch, meaning, isAlternative) : meaning
    if (joined) stretch = joined
    else unread.push(key)
  }
  const days = inOrder([...recurring, ...named.flatMap(({ meaning }) => meaning.days ?? [])])
  if (!stretch) return { ...withoutStretch(named, days, isRecurring || recurring.length > 0), unread }
  const isWeek = named.length > 0 && said.some(({ meaning }) => meaning.isWeek)
  const around = isWeek && stretch.from ? { from: mondayOf(stretch.from), to: mondayOf(stretch.from).add({ days: 6 }) } : stretch
  const within = withinStretch(around, days, recurring.length > 0)
  if (within) return { ...within, unread }
  return { from: stretch.from, to: stretch.to, weekdays: [], unread: [...unread, ...named.map(({ key }) => key)] }
}

function withoutStretch(named: readonly Said<unknown>[], days: Weekday[], isRecurring: boolean): Stretch & { weekdays: Weekday[] } {
  if (isRecurring || named.length === 0) return { from: null, to: null, weekdays: days }
  const from = named.map(({ meaning }) => meaning.from).reduce(sooner)
  const to = named.map(({ meaning }) => meaning.to).reduce(later)
  return { from, to, weekdays: from && to ? daysNeeded(from, to, days) : [] }
}

/** A stretch that has no other days needs none beside it. */
function daysNeeded(from: CalendarDate, to: CalendarDate, days: Weekday[]): Weekday[] {
  const length = to.compare(from) + 1
  const isWhole =
    length <= days.length && Array.from({ length }, (_, add) => weekdayOn(from.add({ days: add }))).every((day) => days.includes(day))
  return isWhole ? [] : days
}

function joinStretches(a: Stretch, b: Stretch, isAlternative: boolean): Stretch | null {
  const [from, to] = [later(a.from, b.from), sooner(a.to, b.to)]
  // With a day's gap or more between them, one stretch would say days that nobody meant.
  if (from && to && from.compare(to) > 1) return null
  const overlaps = !from || !to || from.compare(to) <= 0
  if (overlaps && !isAlternative) return { from, to }
  return { from: a.from && b.from && sooner(a.from, b.from), to: a.to && b.to && later(a.to, b.to) }
}

/** "Tuesday next week" is one day, "Sundays in December" are several, and "Saturday after Thanksgiving" is the first. */
function withinStretch(stretch: Stretch, days: Weekday[], isRecurring: boolean): (Stretch & { weekdays: Weekday[] }) | null {
  const { from } = stretch
  if (!from || days.length === 0 || isRecurring) return { ...stretch, weekdays: days }
  const to = stretch.to ?? from.add({ days: 6 })
  const found: CalendarDate[] = []
  for (let date = from; date.compare(to) <= 0 && found.length <= days.length; date = date.add({ days: 1 })) {
    if (days.includes(weekdayOn(date))) found.push(date)
  }
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return null
  if (found.length > days.length) return { ...stretch, weekdays: days }
  return { from: first, to: last, weekdays: daysNeeded(first, last, days) }
}
