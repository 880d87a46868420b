import { CalendarDate } from '@internationalized/date'
import type { Weekday } from '../time/clock.ts'
import { findNextYearly, findWeekdayFrom, getMonday } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { yearAt } from './read-month-day.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

/** The date of a holiday in a year, and how many days before and after it belong to the long weekend. */
type Holiday = { on: (year: number) => CalendarDate; before: number; after: number }

const onDate = (month: number, day: number, before = 0, after = 0): Holiday => ({
  on: (year) => new CalendarDate(year, month, day),
  before,
  after,
})

const onNthWeekday = (count: number, day: Weekday, month: number, before = 0, after = 0): Holiday => ({
  on: (year) => findWeekdayFrom(new CalendarDate(year, month, 1), day).add({ days: (count - 1) * 7 }),
  before,
  after,
})

const lastMondayOfMay: Holiday = { on: (year) => findWeekdayFrom(new CalendarDate(year, 5, 25), 'monday'), before: 2, after: 0 }
const thanksgiving = onNthWeekday(4, 'thursday', 11, 0, 3)

/** Easter is the Sunday after the first full moon of spring. This is the "anonymous Gregorian computus" formula. */
function easter(year: number): CalendarDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return new CalendarDate(year, Math.floor(n / 31), (n % 31) + 1)
}

export const holidayPhrases = makePhrases<Holiday>([
  ['new years day, new year, jan 1', onDate(1, 1)],
  ['new years eve, nye', onDate(12, 31)],
  // New Year's Eve and New Year's Day.
  ['new years', onDate(12, 31, 0, 1)],
  ['mlk day, martin luther king day', onNthWeekday(3, 'monday', 1, 2)],
  ['valentines day, valentines, valentine', onDate(2, 14)],
  ['presidents day', onNthWeekday(3, 'monday', 2, 2)],
  ['st patricks day, saint patricks day, st paddys day', onDate(3, 17)],
  ['easter, easter sunday', { on: easter, before: 2, after: 1 }],
  ['memorial day', lastMondayOfMay],
  ['juneteenth', onDate(6, 19)],
  ['fourth of july, july fourth, independence day', onDate(7, 4)],
  ['labor day', onNthWeekday(1, 'monday', 9, 2)],
  ['columbus day, indigenous peoples day', onNthWeekday(2, 'monday', 10, 2)],
  ['halloween', onDate(10, 31)],
  ['veterans day', onDate(11, 11)],
  ['thanksgiving, thanksgiving day, turkey day', thanksgiving],
  ['black friday', { on: (year) => thanksgiving.on(year).add({ days: 1 }), before: 0, after: 0 }],
  ['christmas, christmas day, xmas', onDate(12, 25, 1, 1)],
  ['christmas eve, xmas eve', onDate(12, 24)],
])

const longWeekendPrefixes = ['over', 'during', 'around', 'for']
const longWeekendSuffixes = ['weekend', 'break', 'holiday', 'holidays']

/** "On Thanksgiving" is one day, "Thanksgiving week" is the whole week, and "Thanksgiving weekend" or "over Thanksgiving" the days around it. */
export function readHoliday(words: readonly Word[], at: number, today: CalendarDate): Reading<DatesMeaning> | null {
  const prefixLength = longWeekendPrefixes.includes(words[at]?.text ?? '') ? 1 : 0
  const articleLength = words[at + prefixLength]?.text === 'the' ? 1 : 0
  const found = findPhrase(holidayPhrases, words, at + prefixLength + articleLength)
  if (!found) return null
  const end = at + prefixLength + articleLength + found.length
  const hasSuffix = longWeekendSuffixes.includes(words[end]?.text ?? '')
  const isWeek = words[end]?.text === 'week'
  const yearStart = end + (hasSuffix || isWeek ? 1 : 0)
  const year = yearAt(words, yearStart)
  const day = year === null ? findNextYearly(today, found.meaning.on) : found.meaning.on(year)
  if (!day) return null
  const length = yearStart + (year === null ? 0 : 1) - at
  if (isWeek) {
    const monday = getMonday(day)
    return { length, meaning: { kind: 'dates', from: monday, to: monday.add({ days: 6 }) } }
  }
  const { before, after } = prefixLength > 0 || hasSuffix ? found.meaning : { before: 0, after: 0 }
  return { length, meaning: { kind: 'dates', from: day.subtract({ days: before }), to: day.add({ days: after }) } }
}
