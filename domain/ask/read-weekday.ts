import type { CalendarDate } from '@internationalized/date'
import { type Weekday, weekdays } from '../time/clock.ts'
import { findWeekdayFrom, getMonday } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

export const weekdayPhrases = makePhrases<Weekday>([
  ['monday, mon', 'monday'],
  ['tuesday, tue, tues', 'tuesday'],
  ['wednesday, wed, weds', 'wednesday'],
  ['thursday, thu, thur, thurs', 'thursday'],
  ['friday, fri', 'friday'],
  ['saturday, sat', 'saturday'],
  ['sunday, sun', 'sunday'],
])

const workdays = weekdays.slice(0, 5)
export const weekdaysPhrases = makePhrases<{ days: readonly Weekday[]; isNight?: boolean }>([
  ...weekdays.map((day) => [`${day}s, every ${day}, each ${day}, any ${day}, all ${day}s`, { days: [day] }] as const),
  ['weekday, weekdays, during the week, work days, workdays', { days: workdays }],
  ['weeknight, weeknights, weekday nights, school nights', { days: workdays, isNight: true }],
  ['weekends, every weekend, any weekend', { days: ['saturday', 'sunday'] }],
])

const qualifierPhrases = makePhrases<'this' | 'coming' | 'next' | 'last'>([
  ['this', 'this'],
  ['this coming, coming, the coming, upcoming, this upcoming', 'coming'],
  ['next, the next, following', 'next'],
  ['last, past', 'last'],
])

/** "Friday" is the nearest Friday, today included. "Next Friday" is the Friday of next week. */
export function readWeekday(words: readonly Word[], at: number, today: CalendarDate): Reading<DatesMeaning> | null {
  const qualifier = findPhrase(qualifierPhrases, words, at)
  const prefixLength = qualifier?.length ?? 0
  const found = findPhrase(weekdayPhrases, words, at + prefixLength)
  if (!found) return null
  const length = prefixLength + found.length
  const nextDate = findWeekdayFrom(today, found.meaning)
  const meaning = { kind: 'dates', from: nextDate, to: nextDate, isNearest: true } as const
  if (!qualifier) return { length, meaning: { ...meaning, days: [found.meaning] } }
  if (qualifier.meaning === 'this') return { length, meaning }
  const inWeek = (weeks: number) => findWeekdayFrom(getMonday(today).add({ weeks }), found.meaning)
  // The coming Saturday, asked on a Saturday, is not today.
  const coming = findWeekdayFrom(today.add({ days: 1 }), found.meaning)
  const day = { coming, next: inWeek(1), last: nextDate.subtract({ weeks: 1 }) }[qualifier.meaning]
  return { length, meaning: { kind: 'dates', from: day, to: day } }
}
