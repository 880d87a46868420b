import { dayParts } from '../discover/filters.ts'
import { minutesADay } from '../time/clock.ts'
import type { Reading, TimeMeaning } from './pieces.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Part = { from: number; to: number; isPlural: boolean }
const hours = (from: number, to: number, isPlural = false): Part => ({ from: from * 60, to: to * 60, isPlural })
const plural = (part: { from: number; to: number }): Part => ({ ...part, isPlural: true })
const single = (part: { from: number; to: number }): Part => ({ ...part, isPlural: false })

export const partPhrases = makePhrases<Part>([
  ['morning, mornin, early, in the am', single(dayParts.morning)],
  ['mornings', plural(dayParts.morning)],
  ['afternoon', single(dayParts.afternoon)],
  ['afternoons', plural(dayParts.afternoon)],
  ['evening, night, nite, after work, after school', single(dayParts.evening)],
  ['evenings, nights, nites', plural(dayParts.evening)],
  ['early morning, before work', hours(5, 9)],
  ['early mornings', hours(5, 9, true)],
  ['late morning', hours(10, 12)],
  ['lunch, lunchtime, lunch time, lunch break, midday, mid day', hours(11, 14)],
  ['late afternoon', hours(15, 18)],
  ['early evening', hours(17, 19)],
  ['late night, late at night, late evening', hours(21, 24)],
])

const after = makePhrases([['after, past, from, starting, starting at, beginning at, no earlier than, later than, as of', true]])
const before = makePhrases([['before, until, till, by, no later than, earlier than, up to', true]])
const at = makePhrases([['at, @, at about, at around, around, about', true]])
const orLater = makePhrases([['or later, or after, and later, and after, onwards, onward, and on', true]])
const orSooner = makePhrases([['or earlier, or before, and earlier, or sooner, latest', true]])
const between = makePhrases([['between, from', true]])
const to = makePhrases([['to, and, until, till, -, through, thru', true]])
export const clockWords = makePhrases([['am, pm, oclock, ish, noon, midnight', true]])

/** A part of the day, or hours by the clock. */
export function readTime(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const part = findPhrase(partPhrases, words, start)
  if (part) return { length: part.length, meaning: { kind: 'time', isPart: true, ...part.meaning } }
  return readHours(words, start) ?? readOpenHours(words, start) ?? readHour(words, start)
}

const meaning = (from: number, to: number): TimeMeaning => ({
  kind: 'time',
  from,
  to: to > from ? to : minutesADay,
  isPart: false,
  isPlural: false,
})

/** "5-7pm", "between 5 and 8 pm", "from 10 to 2". */
function readHours(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const lead = lengthOf(between, words, start)
  const first = clockAt(words, start + lead)
  if (!first) return null
  const joined = lengthOf(to, words, start + lead + first.length)
  const second = joined > 0 ? clockAt(words, start + lead + first.length + joined) : null
  if (!second || !(lead > 0 || first.isCertain || second.isCertain)) return null
  const end = second.half === null && first.half !== null ? laterThan(second.minutes, first.minutes) : second.minutes
  // The "pm" of "5-7pm" is said for both, as far as the first then comes before the second.
  const begin = first.half === null && second.half !== null ? lastBefore(first.minutes, second.minutes) : first.minutes
  return {
    length: lead + first.length + joined + second.length,
    meaning: meaning(begin, second.half === null ? laterThan(end, begin) : end),
  }
}

const halfDay = minutesADay / 2
const laterThan = (minutes: number, than: number) => (minutes > than || minutes >= halfDay ? minutes : minutes + halfDay)
function lastBefore(minutes: number, than: number): number {
  const morning = minutes % halfDay
  return morning + halfDay < than ? morning + halfDay : morning
}

function readOpenHours(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const later = lengthOf(after, words, start)
  const lead = later || lengthOf(before, words, start)
  const clock = lead > 0 ? clockAt(words, start + lead) : null
  if (!clock) return null
  // "From 6" with nothing after it may be anything: only "after" and the like make a bare number a time.
  if (!clock.isCertain && !['after', 'before', 'past', 'later', 'earlier', 'no'].includes(words[start]?.text ?? '')) return null
  return { length: lead + clock.length, meaning: later ? meaning(clock.minutes, minutesADay) : meaning(0, clock.minutes || minutesADay) }
}

/** At six is from six to seven; around six may also be a little sooner. */
function readHour(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const lead = lengthOf(at, words, start)
  const clock = clockAt(words, start + lead)
  if (!clock || !(lead > 0 || clock.isCertain)) return null
  const end = start + lead + clock.length
  const later = lengthOf(orLater, words, end)
  if (later > 0) return { length: end + later - start, meaning: meaning(clock.minutes, minutesADay) }
  const sooner = lengthOf(orSooner, words, end)
  if (sooner > 0) return { length: end + sooner - start, meaning: meaning(0, clock.minutes || minutesADay) }
  const said = words.slice(start, start + lead + clock.length).map(({ text }) => text)
  const isVague = said.includes('around') || said.includes('about') || said.includes('ish')
  const from = Math.max(0, clock.minutes - (isVague ? 60 : 0))
  return { length: lead + clock.length, meaning: meaning(from, Math.min(minutesADay, clock.minutes + 60)) }
}

type Clock = { length: number; minutes: number; half: 'am' | 'pm' | null; isCertain: boolean }

/** Without "am" or "pm", one to seven are after noon: few play before eight. */
const certainMorning = 8

function clockAt(words: readonly Word[], at: number): Clock | null {
  const word = words[at]
  if (word?.text === 'noon') return { length: 1, minutes: halfDay, half: 'pm', isCertain: true }
  if (word?.text === 'midnight') return { length: 1, minutes: 0, half: 'am', isCertain: true }
  const [, hourText, minuteText] = /^(\d{1,2})(?::(\d\d))?$/.exec(word?.text ?? '') ?? []
  if (hourText === undefined) return null
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)]
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  const next = words[at + 1]
  const half =
    next && (/^[ap]m$/.test(next.text) || (next.isGlued && /^[ap]$/.test(next.text))) ? (next.text[0] === 'a' ? 'am' : 'pm') : null
  const marks = half ? 1 : next?.text === 'oclock' ? 1 : 0
  const ish = words[at + 1 + marks]?.text === 'ish' ? 1 : 0
  const isCertain = half !== null || marks > 0 || ish > 0 || minuteText !== undefined
  const length = 1 + marks + ish
  if (half)
    return hour === 0 || hour > 12 ? null : { length, minutes: (hour % 12) * 60 + minute + (half === 'pm' ? halfDay : 0), half, isCertain }
  const isAfternoon = hour > 0 && hour < certainMorning && !hourText.startsWith('0')
  return { length, minutes: (isAfternoon ? hour + 12 : hour) * 60 + minute, half: hour > 12 ? 'pm' : null, isCertain }
}
