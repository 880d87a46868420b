import type { CalendarDate } from '@internationalized/date'
import { dayParts } from '../discover/filters.ts'
import { getMonday, getWeekday } from './calendar.ts'
import { readHoliday } from './holidays.ts'
import { type DatesMeaning, pickLongest, type Reading } from './pieces.ts'
import { readMonthDay } from './read-month-day.ts'
import { countAt } from './read-number.ts'
import { readOfMonth } from './read-of-month.ts'
import { readWeekday } from './read-weekday.ts'
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

const nextDays =
  (duration: { weeks: number } | { months: number }): FromToday =>
  (today) => ({ from: today, to: today.add(duration) })
/** The last days of the month, without those that are over. */
const endOfMonth: FromToday = (today) => {
  const last = today.set({ day: 1 }).add({ months: 1 }).subtract({ days: 1 })
  const from = last.subtract({ days: 6 })
  return { from: from.compare(today) < 0 ? today : from, to: last }
}
const endOfWeek: FromToday = (today) => {
  const friday = getMonday(today).add({ days: 4 })
  return { from: friday.compare(today) < 0 ? today : friday, to: friday.add({ days: 2 }) }
}

export const todayPhrases = makePhrases<FromToday>([
  ['today, todays', oneDay(0)],
  ['tonight, tonights, tonite, this evening, this night, today evening', oneDay(0, dayParts.evening)],
  ['this morning', oneDay(0, dayParts.morning)],
  ['this afternoon', oneDay(0, dayParts.afternoon)],
  ['tomorrow, tomorrows', oneDay(1)],
  ['day after tomorrow, the day after tomorrow, overmorrow', oneDay(2)],
  ['yesterday', oneDay(-1)],
  ['this weekend, the weekend, this coming weekend, coming weekend', weekend(0)],
  ['weekend', (today) => ({ ...weekend(0)(today), days: ['saturday', 'sunday'] })],
  [
    'next weekend, the next weekend, weekend after this, following weekend, the following weekend, not this weekend but next, not this weekend but the next, not this weekend but next weekend, not this weekend but the next one, not this weekend but the one after',
    weekend(1),
  ],
  ['weekend after next, the weekend after next', weekend(2)],
  ['last weekend', weekend(-1)],
  ['this week, the week, rest of the week, later this week', week(0)],
  [
    'next week, the next week, not this week but next, not this week but the next, not this week but next week, following week, the following week',
    week(1),
  ],
  [
    'in the next week, within the next week, over the next week, within a week, within the week, in the coming week, over the coming week',
    nextDays({ weeks: 1 }),
  ],
  ['in the next month, within the next month, over the next month, within a month', nextDays({ months: 1 })],
  ['end of the week, the end of the week, end of week, end of this week', endOfWeek],
  ['end of the month, the end of the month, end of month, end of this month', endOfMonth],
  ['week after next, the week after next', week(2)],
  ['last week', week(-1)],
  ['this month, rest of the month, later this month', month(0)],
  ['next month', month(1)],
])

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

const neighborPhrases = makePhrases<(from: CalendarDate, to: CalendarDate) => [CalendarDate, CalendarDate]>([
  ['day after, the day after, day following', (_, to) => [to.add({ days: 1 }), to.add({ days: 1 })]],
  ['day before, the day before, night before, the night before', (from) => [from.subtract({ days: 1 }), from.subtract({ days: 1 })]],
  [
    'weekend after, the weekend after',
    (_, to) => weekendOf(getMonday(to).add({ days: getWeekday(to) === 'saturday' || getWeekday(to) === 'sunday' ? 7 : 0 })),
  ],
  ['weekend before, the weekend before', (from) => weekendOf(getMonday(from).subtract({ weeks: 1 }))],
  ['week after, the week after', (_, to) => [getMonday(to).add({ weeks: 1 }), getMonday(to).add({ days: 13 })]],
  ['week before, the week before', (from) => [getMonday(from).subtract({ weeks: 1 }), getMonday(from).subtract({ days: 1 })]],
])
const weekendOf = (monday: CalendarDate): [CalendarDate, CalendarDate] => [monday.add({ days: 5 }), monday.add({ days: 6 })]

/** "The day after Thanksgiving", "the weekend before Christmas". */
function readNeighbor(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const neighbor = findPhrase(neighborPhrases, words, at)
  const day = neighbor && readDay(words, at + neighbor.length, today)
  if (!neighbor || !day?.meaning.from || !day.meaning.to) return null
  return makeDates(neighbor.length + day.length, ...neighbor.meaning(day.meaning.from, day.meaning.to))
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
    readNeighbor(words, at, today),
    readOfMonth(words, at, today),
  ])
}
