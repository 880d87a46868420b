import type { CalendarDate } from '@internationalized/date'
import { dateOf, nextDayNumbered, nextYearly } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

const monthNames = 'january february march april may june july august september october november december'.split(' ')

export const monthPhrases = makePhrases<number>([
  ...monthNames.map((name, index) => [`${name}, ${name.slice(0, 3)}`, index + 1] as const),
  ['sept', 9],
])

/** Words of their own besides being months: they need a day, or an "in" before them. */
const alsoWords = new Set(['may', 'march', 'mar', 'jan', 'jun', 'dec', 'sept', 'sep'])

type Dates = Reading<DatesMeaning>

/** A date that was said and does not exist is read, and is none. */
const reading = (length: number, from: CalendarDate | null, to: CalendarDate | null = from): Dates => ({
  length,
  meaning: { kind: 'dates', from, to },
})

const isOrdinal = (text: string | undefined) => text !== undefined && /^(st|nd|rd|th)$/.test(text)
const wholeNumber = (word: Word | undefined, most: number) =>
  word && /^\d{1,2}$/.test(word.text) && Number(word.text) <= most ? Number(word.text) : null

function dayAt(words: readonly Word[], at: number): { length: number; day: number; isOrdinal: boolean } | null {
  const day = wholeNumber(words[at], 31)
  if (day === null || day === 0) return null
  const ordinal = words[at + 1]?.isGlued && isOrdinal(words[at + 1]?.text)
  return { length: ordinal ? 2 : 1, day, isOrdinal: ordinal === true }
}

export const yearAt = (words: readonly Word[], at: number) => (/^(19|20)\d\d$/.test(words[at]?.text ?? '') ? Number(words[at]?.text) : null)

export function readMonthDay(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  return readNamedMonth(words, at, today) ?? readDayOfMonth(words, at, today) ?? readSlashes(words, at, today) ?? readIso(words, at)
}

function dated(today: CalendarDate, year: number | null, month: number, day: number): CalendarDate | null {
  return year === null ? nextYearly(today, (other) => dateOf(other, month, day)) : dateOf(year, month, day)
}

/** "Dec 5th", "December 5, 2026", "Dec 5-7", "in December", "next May". */
function readNamedMonth(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const lead = ['in', 'next', 'during', 'this'].includes(words[at]?.text ?? '') ? 1 : 0
  const month = findPhrase(monthPhrases, words, at + lead)
  if (!month) return null
  const start = at + lead + month.length
  const day = dayAt(words, start)
  // "December 5pm" is no fifth of December.
  if (day && !/^([ap]m|[ap]|oclock)$/.test(words[start + day.length]?.text ?? '')) {
    const end = start + day.length
    const last = words[end]?.text === '-' ? dayAt(words, end + 1) : null
    const after = last ? end + 1 + last.length : end
    const year = yearAt(words, after)
    const from = dated(today, year, month.meaning, day.day)
    const length = after + (year === null ? 0 : 1) - at
    const to = last && from ? dateOf(from.year, month.meaning, last.day) : from
    return reading(length, from && to && to.compare(from) >= 0 ? from : null, to)
  }
  if (lead === 0 && alsoWords.has(words[at]?.text ?? '')) return null
  const year = yearAt(words, start)
  const isThisMonth = year === null && today.month === month.meaning && words[at]?.text !== 'next'
  const first = isThisMonth ? today : dated(today, year, month.meaning, 1)
  if (!first) return null
  const last = first.set({ day: 1 }).add({ months: 1 }).subtract({ days: 1 })
  return reading(start + (year === null ? 0 : 1) - at, first, last)
}

/** "The 5th", "5th of December", "5 Dec". */
function readDayOfMonth(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const lead = words[at]?.text === 'the' ? 1 : 0
  const day = dayAt(words, at + lead)
  if (!day) return null
  const of = words[at + lead + day.length]?.text === 'of' ? 1 : 0
  const month = findPhrase(monthPhrases, words, at + lead + day.length + of)
  if (month) {
    const length = lead + day.length + of + month.length
    const year = yearAt(words, at + length)
    return reading(length + (year === null ? 0 : 1), dated(today, year, month.meaning, day.day))
  }
  return day.isOrdinal ? reading(lead + day.length, nextDayNumbered(today, day.day)) : null
}

/** "12/5", "3/7/2027", "3/7/27": month first, as in the US. */
function readSlashes(words: readonly Word[], at: number, today: CalendarDate): Dates | null {
  const [month, day] = [wholeNumber(words[at], 12), wholeNumber(words[at + 2], 31)]
  if (month === null || day === null || words[at + 1]?.text !== '/') return null
  const text = words[at + 3]?.text === '/' ? (words[at + 4]?.text ?? '') : ''
  if (!/^(\d\d|(19|20)\d\d)$/.test(text)) return reading(3, dated(today, null, month, day))
  return reading(5, dateOf(text.length === 2 ? 2000 + Number(text) : Number(text), month, day))
}

function readIso(words: readonly Word[], at: number): Dates | null {
  const year = yearAt(words, at)
  const [month, day] = [wholeNumber(words[at + 2], 12), wholeNumber(words[at + 4], 31)]
  if (year === null || month === null || day === null || words[at + 1]?.text !== '-' || words[at + 3]?.text !== '-') return null
  return reading(5, dateOf(year, month, day))
}
