import type { CalendarDate } from '@internationalized/date'
import { dayParts } from '../discover/filters.ts'
import { findWeekdayFrom } from './calendar.ts'
import { type Moment, pickLongest, type Reading, unknownReading } from './pieces.ts'
import { readDay } from './read-day.ts'
import { weekdaysPhrases } from './read-weekday.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

const untilPhrases = makePhrases([['until, till, by, through, thru, up to', true]])
const beforePhrases = makePhrases([['before, earlier than', true]])
const afterPhrases = makePhrases([['after', true]])
const sincePhrases = makePhrases([['from, starting, beginning, starting on, from the, since, on or after', true]])
const betweenPhrases = makePhrases([['between, from', true]])
const toPhrases = makePhrases([['to, -, through, thru, until, till', true]])
const andPhrases = makePhrases([['and, to, -, through', true]])

/** Reads days and date ranges, with the words around them such as "until" and "between". */
export function readDates(words: readonly Word[], at: number, { today }: Moment): Reading | null {
  const recurring = findPhrase(weekdaysPhrases, words, at)
  return pickLongest<Reading>([
    recurring && {
      length: recurring.length,
      meaning: {
        kind: 'weekdays',
        days: recurring.meaning.days,
        ...(recurring.meaning.isNight ? { timeOfDay: dayParts.evening } : {}),
      },
    },
    readExistingDay(words, at, today),
    readRange(words, at, today),
    readOpenRange(words, at, today),
  ])
}

function readExistingDay(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const day = readDay(words, at, today)
  return day && day.meaning.from === null ? unknownReading(day.length) : day
}

/** "Friday to Sunday", "between the 3rd and the 6th". */
function readRange(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const prefixLength = lengthOf(betweenPhrases, words, at)
  const first = readDay(words, at + prefixLength, today)
  if (!first?.meaning.from) return null
  const joinLength = lengthOf(prefixLength > 0 ? andPhrases : toPhrases, words, at + prefixLength + first.length)
  const second = joinLength > 0 ? readDay(words, at + prefixLength + first.length + joinLength, today) : null
  if (!second?.meaning.to) return null
  const { from } = first.meaning
  const [day] = second.meaning.days?.length === 1 ? second.meaning.days : []
  let end = day ? findWeekdayFrom(from, day) : second.meaning.to
  // For "from December 28 to January 3" the end is next year, even if today is between the two.
  if (end.compare(from) < 0) end = end.add({ years: 1 })
  const length = prefixLength + first.length + joinLength + second.length
  return end.compare(from) < 0 ? unknownReading(length) : { length, meaning: { kind: 'dates', from, to: end } }
}

/** "Until Friday" and "before Christmas" start today. "After Thanksgiving" has no end. */
function readOpenRange(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const prefixLengths = [
    lengthOf(untilPhrases, words, at),
    lengthOf(beforePhrases, words, at),
    lengthOf(afterPhrases, words, at),
    lengthOf(sincePhrases, words, at),
  ] as const
  const prefixLength = Math.max(...prefixLengths)
  const day = prefixLength > 0 ? readDay(words, at + prefixLength, today) : null
  const { from, to: end } = day?.meaning ?? {}
  if (!day || !from || !end) return null
  const makeRange = (first: CalendarDate, last: CalendarDate | null): Reading =>
    last && last.compare(first) < 0
      ? unknownReading(prefixLength + day.length)
      : { length: prefixLength + day.length, meaning: { kind: 'dates', from: first, to: last } }
  if (prefixLengths[0] > 0) return makeRange(today, end)
  if (prefixLengths[1] > 0) return makeRange(today, from.subtract({ days: 1 }))
  return makeRange(prefixLengths[2] > 0 ? end.add({ days: 1 }) : from, null)
}
