import type { CalendarDate } from '@internationalized/date'
import { minutesADay } from '../time/clock.ts'
import type { DatesMeaning, Moment, Reading } from './pieces.ts'
import { countAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Soon = 'later' | 'now'
const soonPhrases = makePhrases<Soon>([
  ['later today, later on today, later on, rest of the day, the rest of the day, rest of today', 'later'],
  ['now, right now, rn, at the moment, currently, asap', 'now'],
])
const laterTonightPhrases = makePhrases([['later tonight, later this evening, later on tonight', true]])
const withinPhrases = makePhrases([['next, the next, in the next, within the next, within, in under, in less than, over the next', true]])
const unitPhrases = makePhrases<number>([
  ['hour, hours, hr, hrs', 60],
  ['minute, minutes, min, mins', 1],
])

/** Nobody needs the exact minute, and a chip with "3:07 PM" looks odd. */
const step = 15
/** Games that start a little later are still "now". */
const nowMinutes = 120
const eveningStart = 17 * 60

const makeReading = (length: number, day: CalendarDate, from: number, to: number): Reading<DatesMeaning> => ({
  length,
  meaning: { kind: 'dates', from: day, to: day, timeOfDay: { from, to: Math.min(to, minutesADay) } },
})

/** Reads phrases that count from the minute of the question: "later today", "right now", "in the next two hours", "in an hour". */
export function readSoon(words: readonly Word[], at: number, { today, minutes }: Moment): Reading<DatesMeaning> | null {
  const start = Math.floor(minutes / step) * step
  const tonightLength = lengthOf(laterTonightPhrases, words, at)
  if (tonightLength > 0) return makeReading(tonightLength, today, Math.max(start, eveningStart), minutesADay)
  const soon = findPhrase(soonPhrases, words, at)
  if (soon) return makeReading(soon.length, today, start, soon.meaning === 'now' ? start + nowMinutes : minutesADay)
  const withinLength = lengthOf(withinPhrases, words, at)
  const prefixLength = withinLength || (words[at]?.text === 'in' ? 1 : 0)
  const count = countAt(words, at + prefixLength) ?? (withinLength > 0 ? { length: 0, count: 1 } : null)
  const unit = count && findPhrase(unitPhrases, words, at + prefixLength + count.length)
  if (!count || !unit || prefixLength === 0) return null
  const length = prefixLength + count.length + unit.length
  const duration = count.count * unit.meaning
  if (withinLength > 0) return makeReading(length, today, start, start + duration)
  const later = start + duration
  return makeReading(length, today.add({ days: Math.floor(later / minutesADay) }), later % minutesADay, (later % minutesADay) + 60)
}

export const soonDictionaries = [soonPhrases, laterTonightPhrases, withinPhrases, unitPhrases]
