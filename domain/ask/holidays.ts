import { CalendarDate } from '@internationalized/date'
import type { Weekday } from '../time/clock.ts'
import { nextYearly, onOrAfter } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { yearAt } from './read-month-day.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

/** The day of a year, and how many days before and after people are off for it. */
type Holiday = { on: (year: number) => CalendarDate; before: number; after: number }

const fixed = (month: number, day: number, before = 0, after = 0): Holiday => ({
  on: (year) => new CalendarDate(year, month, day),
  before,
  after,
})

const nth = (count: number, day: Weekday, month: number, before = 0, after = 0): Holiday => ({
  on: (year) => onOrAfter(new CalendarDate(year, month, 1), day).add({ days: (count - 1) * 7 }),
  before,
  after,
})

const lastMondayOfMay: Holiday = { on: (year) => onOrAfter(new CalendarDate(year, 5, 25), 'monday'), before: 2, after: 0 }
const thanksgiving = nth(4, 'thursday', 11, 0, 3)

/** Sunday after the first full moon of spring, by the anonymous Gregorian computus. */
function easter(year: number): CalendarDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return new CalendarDate(year, Math.floor(n / 31), (n % 31) + 1)
}

export const holidayPhrases = makePhrases<Holiday>([
  ['new years day, new year, jan 1', fixed(1, 1)],
  ['new years eve, nye', fixed(12, 31)],
  // The night and the day after it.
  ['new years', fixed(12, 31, 0, 1)],
  ['mlk day, martin luther king day', nth(3, 'monday', 1, 2)],
  ['valentines day, valentines, valentine', fixed(2, 14)],
  ['presidents day', nth(3, 'monday', 2, 2)],
  ['st patricks day, saint patricks day, st paddys day', fixed(3, 17)],
  ['easter, easter sunday', { on: easter, before: 2, after: 1 }],
  ['memorial day', lastMondayOfMay],
  ['juneteenth', fixed(6, 19)],
  ['fourth of july, july fourth, independence day', fixed(7, 4)],
  ['labor day', nth(1, 'monday', 9, 2)],
  ['columbus day, indigenous peoples day', nth(2, 'monday', 10, 2)],
  ['halloween', fixed(10, 31)],
  ['veterans day', fixed(11, 11)],
  ['thanksgiving, thanksgiving day, turkey day', thanksgiving],
  ['black friday', { on: (year) => thanksgiving.on(year).add({ days: 1 }), before: 0, after: 0 }],
  ['christmas, christmas day, xmas', fixed(12, 25, 1, 1)],
  ['christmas eve, xmas eve', fixed(12, 24)],
])

const wholeWords = ['over', 'during', 'around', 'for']
const wholeEnds = ['weekend', 'break', 'holiday', 'holidays']

/** "On Thanksgiving" is the day, "over Thanksgiving" and "Thanksgiving weekend" are the days around it. */
export function readHoliday(words: readonly Word[], at: number, today: CalendarDate): Reading<DatesMeaning> | null {
  const lead = wholeWords.includes(words[at]?.text ?? '') ? 1 : 0
  const the = words[at + lead]?.text === 'the' ? 1 : 0
  const found = findPhrase(holidayPhrases, words, at + lead + the)
  if (!found) return null
  const end = at + lead + the + found.length
  const isWhole = wholeEnds.includes(words[end]?.text ?? '')
  const yearBegins = end + (isWhole ? 1 : 0)
  const year = yearAt(words, yearBegins)
  const day = year === null ? nextYearly(today, found.meaning.on) : found.meaning.on(year)
  if (!day) return null
  const { before, after } = lead > 0 || isWhole ? found.meaning : { before: 0, after: 0 }
  const length = yearBegins + (year === null ? 0 : 1) - at
  return { length, meaning: { kind: 'dates', from: day.subtract({ days: before }), to: day.add({ days: after }) } }
}
