import type { CalendarDate } from '@internationalized/date'
import { dayParts } from '../discover/filters.ts'
import { onOrAfter } from './calendar.ts'
import { longestOf, type Reading, unknown } from './pieces.ts'
import { readDay, weekdaysPhrases } from './read-day.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

const until = makePhrases([['until, till, by, through, thru, up to', true]])
const before = makePhrases([['before, earlier than', true]])
const after = makePhrases([['after', true]])
const since = makePhrases([['from, starting, beginning, starting on, from the, since, on or after', true]])
const between = makePhrases([['between, from', true]])
const to = makePhrases([['to, -, through, thru, until, till', true]])
const and = makePhrases([['and, to, -, through', true]])

/** Days and stretches of days, with what is said around them. */
export function readDates(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const recurring = findPhrase(weekdaysPhrases, words, at)
  return longestOf<Reading>([
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
  return day && day.meaning.from === null ? unknown(day.length) : day
}

/** "Friday to Sunday", "between the 3rd and the 6th". */
function readRange(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const lead = lengthOf(between, words, at)
  const first = readDay(words, at + lead, today)
  if (!first?.meaning.from) return null
  const joined = lengthOf(lead > 0 ? and : to, words, at + lead + first.length)
  const second = joined > 0 ? readDay(words, at + lead + first.length + joined, today) : null
  if (!second?.meaning.to) return null
  const { from } = first.meaning
  const [day] = second.meaning.days?.length === 1 ? second.meaning.days : []
  let end = day ? onOrAfter(from, day) : second.meaning.to
  // "From December 28 to January 3", asked between the two.
  if (end.compare(from) < 0) end = end.add({ years: 1 })
  const length = lead + first.length + joined + second.length
  return end.compare(from) < 0 ? unknown(length) : { length, meaning: { kind: 'dates', from, to: end } }
}

/** "Until Friday" and "before Christmas" begin today; "after Thanksgiving" has no end. */
function readOpenRange(words: readonly Word[], at: number, today: CalendarDate): Reading | null {
  const leads = [lengthOf(until, words, at), lengthOf(before, words, at), lengthOf(after, words, at), lengthOf(since, words, at)] as const
  const lead = Math.max(...leads)
  const day = lead > 0 ? readDay(words, at + lead, today) : null
  const { from, to: end } = day?.meaning ?? {}
  if (!day || !from || !end) return null
  const range = (first: CalendarDate, last: CalendarDate | null): Reading =>
    last && last.compare(first) < 0
      ? unknown(lead + day.length)
      : { length: lead + day.length, meaning: { kind: 'dates', from: first, to: last } }
  if (leads[0] > 0) return range(today, end)
  if (leads[1] > 0) return range(today, from.subtract({ days: 1 }))
  return range(leads[2] > 0 ? end.add({ days: 1 }) : from, null)
}
