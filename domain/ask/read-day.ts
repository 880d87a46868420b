import type { CalendarDate } from '@internationalized/date'
import { dayParts } from '../discover/filters.ts'
import { type Weekday, weekdays } from '../time/clock.ts'
import { findWeekdayFrom, getMonday } from './calendar.ts'
import { readHoliday } from './holidays.ts'
import { type DatesMeaning, pickLongest, type Reading } from './pieces.ts'
import { readMonthDay } from './read-month-day.ts'
import { countAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Dates = Reading<DatesMeaning>

const makeDates = (length: number, from: CalendarDate, to: CalendarDate | null = from): Dates => ({
  length,
  meaning: { kind: 'dates', from, to },
})

type FromToday = (today: CalendarDate) => Omit<DatesMeaning, 'kind'>
const oneDay =
  (days: number, timeOfDay?: DatesMeaning['timeOfDay']): FromToday =>
  (today) => {
    const day = today.add({ days })
    return { from: day, to: day, ...(timeOfDay ? { timeOfDay } : {}) }
  }
/** On a Sunday, "this weekend" means only the rest of it. */
const weekend =
  (weeks: number): FromToday =>
  (today) => {
    const saturday = getMonday(today).add({ days: 5, weeks })
    return { from: weeks === 0 && saturday.compare(today) < 0 ? today : saturday, to: saturday.add({ days: 1 }) }
  }
const week =
  (weeks: number): FromToday =>
  (today) => {
    const monday = getMonday(today).add({ weeks })
    return { from: weeks === 0 ? today : monday, to: monday.add({ days: 6 }) }
  }
const month =
  (months: number): FromToday =>
  (today) => {
    const first = today.set({ day: 1 }).add({ months })
    return { from: months === 0 ? today : first, to: first.add({ months: 1 }).subtract({ days: 1 }) }
  }

export const todayPhrases = makePhrases<FromToday>([
  ['today, now, right now, later today', oneDay(0)],
  ['tonight, tonite, 2nite, this evening, this night', oneDay(0, dayParts.evening)],
  ['this morning', oneDay(0, dayParts.morning)],
  ['this afternoon', oneDay(0, dayParts.afternoon)],
  ['tomorrow, tmrw, tmw', oneDay(1)],
  ['day after tomorrow, the day after tomorrow', oneDay(2)],
  ['yesterday', oneDay(-1)],
  ['this weekend, the weekend, this coming weekend, coming weekend', weekend(0)],
  ['weekend', (today) => ({ ...weekend(0)(today), days: ['saturday', 'sunday'] })],
  ['next weekend, the next weekend, weekend after this', weekend(1)],
  ['weekend after next, the weekend after next', weekend(2)],
  ['last weekend', weekend(-1)],
  ['this week, the week, rest of the week, later this week', week(0)],
  ['next week, the next week', week(1)],
  ['week after next, the week after next', week(2)],
  ['last week', week(-1)],
  ['this month, rest of the month, later this month', month(0)],
  ['next month', month(1)],
])

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

const qualifierPhrases = makePhrases<'this' | 'next' | 'last'>([
  ['this, this coming, coming, the coming, upcoming', 'this'],
  ['next, the next, following', 'next'],
  ['last, past', 'last'],
])

/** "Friday" is the next Friday, today included. "Next Friday" is the Friday of next week. */
function readWeekday(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const qualifier = findPhrase(qualifierPhrases, words, at)
  const prefixLength = qualifier?.length ?? 0
  const found = findPhrase(weekdayPhrases, words, at + prefixLength)
  if (!found) return null
  const length = prefixLength + found.length
  const nextDate = findWeekdayFrom(today, found.meaning)
  if (!qualifier) return { length, meaning: { kind: 'dates', from: nextDate, to: nextDate, days: [found.meaning] } }
  const inWeek = (weeks: number) => findWeekdayFrom(getMonday(today).add({ weeks }), found.meaning)
  return makeDates(length, { this: nextDate, next: inWeek(1), last: nextDate.subtract({ weeks: 1 }) }[qualifier.meaning])
}

const unitPhrases = makePhrases<'days' | 'weeks' | 'months'>([
  ['day, days', 'days'],
  ['week, weeks, wk, wks', 'weeks'],
  ['month, months', 'months'],
])
const rangePhrases = makePhrases([
  ['next, the next, in the next, within the next, within, over the next, coming, the coming, in the coming', true],
])
const fromPhrases = makePhrases([['from, after', true]])

/** "In two weeks", "a week from Saturday", "the next ten days". */
function readCount(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const rangeLength = lengthOf(rangePhrases, words, at)
  const prefixLength = rangeLength || (words[at]?.text === 'in' ? 1 : 0)
  const count = countAt(words, at + prefixLength)
  const unit = count && findPhrase(unitPhrases, words, at + prefixLength + count.length)
  if (!count || !unit || count.count > 366) return null
  const length = prefixLength + count.length + unit.length
  const duration = { [unit.meaning]: count.count }
  if (rangeLength > 0) return makeDates(length, today, today.add(duration))
  const fromLength = lengthOf(fromPhrases, words, at + length)
  const startDay = fromLength > 0 ? readDay(words, at + length + fromLength, today) : null
  if (startDay?.meaning.from) return makeDates(length + fromLength + startDay.length, startDay.meaning.from.add(duration))
  const day = today.add(duration)
  return prefixLength > 0 ? { length, meaning: { kind: 'dates', from: day, to: day, isWeek: unit.meaning === 'weeks' } } : null
}

const aroundPhrases = makePhrases<'weekend' | 'week'>([
  ['weekend of, the weekend of', 'weekend'],
  ['week of, the week of', 'week'],
])

/** "The weekend of December 5". */
function readAround(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const around = findPhrase(aroundPhrases, words, at)
  const day = around && (readMonthDay(words, at + around.length, today) ?? readHoliday(words, at + around.length, today))
  if (!around || !day?.meaning.from) return null
  const monday = getMonday(day.meaning.from)
  return makeDates(around.length + day.length, around.meaning === 'week' ? monday : monday.add({ days: 5 }), monday.add({ days: 6 }))
}

/** Reads one day, or a period with a name of its own such as "this weekend". */
export function readDay(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const phrase = findPhrase(todayPhrases, words, at)
  return pickLongest<Dates>([
    phrase && { length: phrase.length, meaning: { kind: 'dates', ...phrase.meaning(today) } },
    readWeekday(words, at, today),
    readHoliday(words, at, today),
    readMonthDay(words, at, today),
    readCount(words, at, today),
    readAround(words, at, today),
  ])
}
