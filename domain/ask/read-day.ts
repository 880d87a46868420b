import type { CalendarDate } from '@internationalized/date'
import { dayParts } from '../discover/filters.ts'
import { type Weekday, weekdays } from '../time/clock.ts'
import { mondayOf, onOrAfter } from './calendar.ts'
import { readHoliday } from './holidays.ts'
import { type DatesMeaning, longestOf, type Reading } from './pieces.ts'
import { readMonthDay } from './read-month-day.ts'
import { countAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Dates = Reading<DatesMeaning>

const dates = (length: number, from: CalendarDate, to: CalendarDate | null = from): Dates => ({
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
/** A weekend that has begun is what is left of it. */
const weekend =
  (weeks: number): FromToday =>
  (today) => {
    const saturday = mondayOf(today).add({ days: 5, weeks })
    return { from: weeks === 0 && saturday.compare(today) < 0 ? today : saturday, to: saturday.add({ days: 1 }) }
  }
const week =
  (weeks: number): FromToday =>
  (today) => {
    const monday = mondayOf(today).add({ weeks })
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

const qualifiers = makePhrases<'this' | 'next' | 'last'>([
  ['this, this coming, coming, the coming, upcoming', 'this'],
  ['next, the next, following', 'next'],
  ['last, past', 'last'],
])

/** "Friday" is the next there is, today included; "next Friday" is the one in the week that follows. */
function readWeekday(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const qualifier = findPhrase(qualifiers, words, at)
  const lead = qualifier?.length ?? 0
  const found = findPhrase(weekdayPhrases, words, at + lead)
  if (!found) return null
  const length = lead + found.length
  const comes = onOrAfter(today, found.meaning)
  if (!qualifier) return { length, meaning: { kind: 'dates', from: comes, to: comes, days: [found.meaning] } }
  const inWeek = (weeks: number) => onOrAfter(mondayOf(today).add({ weeks }), found.meaning)
  return dates(length, { this: comes, next: inWeek(1), last: comes.subtract({ weeks: 1 }) }[qualifier.meaning])
}

const units = makePhrases<'days' | 'weeks' | 'months'>([
  ['day, days', 'days'],
  ['week, weeks, wk, wks', 'weeks'],
  ['month, months', 'months'],
])
const stretch = makePhrases([
  ['next, the next, in the next, within the next, within, over the next, coming, the coming, in the coming', true],
])
const fromWhen = makePhrases([['from, after', true]])

/** "In two weeks", "a week from Saturday", "the next ten days". */
function readCount(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const over = lengthOf(stretch, words, at)
  const lead = over || (words[at]?.text === 'in' ? 1 : 0)
  const count = countAt(words, at + lead)
  const unit = count && findPhrase(units, words, at + lead + count.length)
  if (!count || !unit || count.count > 366) return null
  const length = lead + count.length + unit.length
  const after = { [unit.meaning]: count.count }
  if (over > 0) return dates(length, today, today.add(after))
  const when = lengthOf(fromWhen, words, at + length)
  const start = when > 0 ? readDay(words, at + length + when, today) : null
  if (start?.meaning.from) return dates(length + when + start.length, start.meaning.from.add(after))
  const day = today.add(after)
  return lead > 0 ? { length, meaning: { kind: 'dates', from: day, to: day, isWeek: unit.meaning === 'weeks' } } : null
}

const aroundDay = makePhrases<'weekend' | 'week'>([
  ['weekend of, the weekend of', 'weekend'],
  ['week of, the week of', 'week'],
])

/** "The weekend of December 5". */
function readAround(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const around = findPhrase(aroundDay, words, at)
  const day = around && (readMonthDay(words, at + around.length, today) ?? readHoliday(words, at + around.length, today))
  if (!around || !day?.meaning.from) return null
  const monday = mondayOf(day.meaning.from)
  return dates(around.length + day.length, around.meaning === 'week' ? monday : monday.add({ days: 5 }), monday.add({ days: 6 }))
}

/** One day, or what people have one name for. */
export function readDay(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const phrase = findPhrase(todayPhrases, words, at)
  return longestOf<Dates>([
    phrase && { length: phrase.length, meaning: { kind: 'dates', ...phrase.meaning(today) } },
    readWeekday(words, at, today),
    readHoliday(words, at, today),
    readMonthDay(words, at, today),
    readCount(words, at, today),
    readAround(words, at, today),
  ])
}
