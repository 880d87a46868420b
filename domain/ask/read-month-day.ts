import type { CalendarDate } from '@internationalized/date'
import { findNextDayOfMonth, findNextYearly, makeDate } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

const monthNames = 'january february march april may june july august september october november december'.split(' ')

export const monthPhrases = makePhrases<number>([
  ...monthNames.map((name, index) => [`${name}, ${name.slice(0, 3)}`, index + 1] as const),
  ['sept', 9],
])

/** Months that are also other words or names. They count as a month only with a day, or after a word such as "in" or "next". */
const ambiguousMonths = new Set(['may', 'march', 'mar', 'jan', 'jun', 'dec', 'sept', 'sep'])

type Dates = Reading<DatesMeaning>

/** A date that does not exist, such as February 30, has the length of its words but no dates. */
const makeReading = (length: number, from: CalendarDate | null, to: CalendarDate | null = from): Dates => ({
  length,
  meaning: { kind: 'dates', from, to },
})

const isOrdinal = (text: string | undefined) => text !== undefined && /^(st|nd|rd|th)$/.test(text)
const readWholeNumber = (word: Word | undefined, max: number) =>
  word && /^\d{1,2}$/.test(word.text) && Number(word.text) <= max ? Number(word.text) : null

function dayAt(words: readonly Word[], at: number): { length: number; day: number; isOrdinal: boolean } | null {
  const day = readWholeNumber(words[at], 31)
  if (day === null || day === 0) return null
  const hasOrdinal = words[at + 1]?.isGlued && isOrdinal(words[at + 1]?.text)
  return { length: hasOrdinal ? 2 : 1, day, isOrdinal: hasOrdinal === true }
}

export const yearAt = (words: readonly Word[], at: number) => (/^(19|20)\d\d$/.test(words[at]?.text ?? '') ? Number(words[at]?.text) : null)

export function readMonthDay(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  return readNamedMonth(words, at, today) ?? readDayOfMonth(words, at, today) ?? readSlashes(words, at, today) ?? readIso(words, at)
}

function resolveDate(today: CalendarDate, year: number | null, month: number, day: number): CalendarDate | null {
  return year === null ? findNextYearly(today, (other) => makeDate(other, month, day)) : makeDate(year, month, day)
}

/** "Dec 5th", "December 5, 2026", "Dec 5-7", "in December", "next May". */
function readNamedMonth(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const prefixLength = ['in', 'next', 'during', 'this'].includes(words[at]?.text ?? '') ? 1 : 0
  const month = findPhrase(monthPhrases, words, at + prefixLength)
  if (!month) return null
  const start = at + prefixLength + month.length
  const day = dayAt(words, start)
  // "December 5pm" does not mean December 5.
  if (day && !/^([ap]m|[ap]|oclock)$/.test(words[start + day.length]?.text ?? '')) {
    const end = start + day.length
    const last = words[end]?.text === '-' ? dayAt(words, end + 1) : null
    const after = last ? end + 1 + last.length : end
    const year = yearAt(words, after)
    const from = resolveDate(today, year, month.meaning, day.day)
    const length = after + (year === null ? 0 : 1) - at
    const to = last && from ? makeDate(from.year, month.meaning, last.day) : from
    return makeReading(length, from && to && to.compare(from) >= 0 ? from : null, to)
  }
  if (prefixLength === 0 && ambiguousMonths.has(words[at]?.text ?? '')) return null
  const year = yearAt(words, start)
  const isThisMonth = year === null && today.month === month.meaning && words[at]?.text !== 'next'
  const first = isThisMonth ? today : resolveDate(today, year, month.meaning, 1)
  if (!first) return null
  const last = first.set({ day: 1 }).add({ months: 1 }).subtract({ days: 1 })
  return makeReading(start + (year === null ? 0 : 1) - at, first, last)
}

/** "The 5th", "5th of December", "5 Dec". */
function readDayOfMonth(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const prefixLength = words[at]?.text === 'the' ? 1 : 0
  const day = dayAt(words, at + prefixLength)
  if (!day) return null
  const ofLength = words[at + prefixLength + day.length]?.text === 'of' ? 1 : 0
  const month = findPhrase(monthPhrases, words, at + prefixLength + day.length + ofLength)
  if (month) {
    const length = prefixLength + day.length + ofLength + month.length
    const year = yearAt(words, at + length)
    return makeReading(length + (year === null ? 0 : 1), resolveDate(today, year, month.meaning, day.day))
  }
  return day.isOrdinal ? makeReading(prefixLength + day.length, findNextDayOfMonth(today, day.day)) : null
}

/** "12/5", "3/7/2027", "3/7/27". The month comes first, as usual in the US. */
function readSlashes(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const [month, day] = [readWholeNumber(words[at], 12), readWholeNumber(words[at + 2], 31)]
  if (month === null || day === null || words[at + 1]?.text !== '/') return null
  const text = words[at + 3]?.text === '/' ? (words[at + 4]?.text ?? '') : ''
  if (!/^(\d\d|(19|20)\d\d)$/.test(text)) return makeReading(3, resolveDate(today, null, month, day))
  return makeReading(5, makeDate(text.length === 2 ? 2000 + Number(text) : Number(text), month, day))
}

function readIso(words: readonly Word[], at: number): Dates | null {
  const year = yearAt(words, at)
  const [month, day] = [readWholeNumber(words[at + 2], 12), readWholeNumber(words[at + 4], 31)]
  if (year === null || month === null || day === null || words[at + 1]?.text !== '-' || words[at + 3]?.text !== '-') return null
  return makeReading(5, makeDate(year, month, day))
}
