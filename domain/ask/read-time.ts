import { dayParts } from '../discover/filters.ts'
import { minutesADay } from '../time/clock.ts'
import type { Reading, TimeMeaning } from './pieces.ts'
import { weekdayPhrases } from './read-weekday.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Part = { from: number; to: number; isPlural: boolean }
const makePart = (from: number, to: number, isPlural = false): Part => ({ from: from * 60, to: to * 60, isPlural })
const makePlural = (part: { from: number; to: number }): Part => ({ ...part, isPlural: true })
const makeSingle = (part: { from: number; to: number }): Part => ({ ...part, isPlural: false })

export const partPhrases = makePhrases<Part>([
  ['morning, mornin, early, in the am', makeSingle(dayParts.morning)],
  ['mornings', makePlural(dayParts.morning)],
  ['afternoon, in the pm', makeSingle(dayParts.afternoon)],
  ['afternoons', makePlural(dayParts.afternoon)],
  ['evening, night, nite, eve, after work, after dinner, after office hours', makeSingle(dayParts.evening)],
  ['evenings, nights, nites', makePlural(dayParts.evening)],
  ['early morning, before work, before school, first thing in the morning, crack of dawn, sunrise, dawn', makePart(5, 9)],
  ['early mornings', makePart(5, 9, true)],
  ['late morning', makePart(10, 12)],
  ['lunch, lunchtime, lunch time, lunch break, lunch hour, midday, mid day, during lunch, on my lunch break', makePart(11, 14)],
  ['late afternoon', makePart(15, 18)],
  ['early evening', makePart(17, 19)],
  ['late, late night, late nite, late at night, late evening', makePart(21, 24)],
  ['late nights, late evenings', makePart(21, 24, true)],
  ['after school', makePart(15, 24)],
])

const afterPhrases = makePhrases([['after, past, from, starting, starting at, beginning at, no earlier than, later than, as of', true]])
const beforePhrases = makePhrases([['before, until, till, by, no later than, earlier than, up to', true]])
const atPhrases = makePhrases([['at, @, at about, at around, around, about', true]])
const orLaterPhrases = makePhrases([['or later, or after, and later, and after, onwards, onward, and on', true]])
const orEarlierPhrases = makePhrases([['or earlier, or before, and earlier, or sooner, latest', true]])
const betweenPhrases = makePhrases([['between, from', true]])
const toPhrases = makePhrases([['to, and, until, till, -, through, thru', true]])
export const clockWords = makePhrases([['am, pm, oclock, ish, noon, midnight', true]])

/** Reads a part of the day such as "morning", or clock times. */
export function readTime(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const part = findPhrase(partPhrases, words, start)
  if (part) return { length: part.length, meaning: { kind: 'time', isPart: true, ...part.meaning } }
  const half = readHalf(words, start)
  if (half) return half
  return readHours(words, start) ?? readOpenHours(words, start) ?? readHour(words, start)
}

/** "Sat am". Anywhere else, "am" is a verb. */
function readHalf(words: readonly Word[], at: number): Reading<TimeMeaning> | null {
  const text = words[at]?.text
  const isAfterDay = ['tomorrow', 'today'].includes(words[at - 1]?.text ?? '') || lengthOf(weekdayPhrases, words, at - 1) > 0
  if (!isAfterDay || (text !== 'am' && text !== 'pm')) return null
  const hours = text === 'am' ? dayParts.morning : { from: halfDay, to: minutesADay }
  return { length: 1, meaning: { kind: 'time', isPart: true, isPlural: false, ...hours } }
}

const makeMeaning = (from: number, to: number): TimeMeaning => ({
  kind: 'time',
  from,
  to: to > from ? to : minutesADay,
  isPart: false,
  isPlural: false,
})

/** "5-7pm", "between 5 and 8 pm", "from 10 to 2". */
function readHours(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const prefixLength = lengthOf(betweenPhrases, words, start)
  const first = readClockAt(words, start + prefixLength)
  if (!first) return null
  const joinLength = lengthOf(toPhrases, words, start + prefixLength + first.length)
  const second = joinLength > 0 ? readClockAt(words, start + prefixLength + first.length + joinLength) : null
  if (!second || !(prefixLength > 0 || first.isCertain || second.isCertain)) return null
  const end = second.half === null && first.half !== null ? moveAfter(second.minutes, first.minutes) : second.minutes
  // The "pm" of "5-7pm" applies to both times, if the first time is then still before the second.
  const begin = first.half === null && second.half !== null ? moveBefore(first.minutes, second.minutes) : first.minutes
  return {
    length: prefixLength + first.length + joinLength + second.length,
    meaning: makeMeaning(begin, second.half === null ? moveAfter(end, begin) : end),
  }
}

const halfDay = minutesADay / 2
const moveAfter = (minutes: number, than: number) => (minutes > than || minutes >= halfDay ? minutes : minutes + halfDay)
function moveBefore(minutes: number, than: number): number {
  const morning = minutes % halfDay
  return morning + halfDay < than ? morning + halfDay : morning
}

function readOpenHours(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const afterLength = lengthOf(afterPhrases, words, start)
  const prefixLength = afterLength || lengthOf(beforePhrases, words, start)
  const clock = prefixLength > 0 ? readClockAt(words, start + prefixLength) : null
  if (!clock) return null
  // "From 6" could mean anything. A number without "pm" is a time only after words like "after" and "before".
  if (!clock.isCertain && !['after', 'before', 'past', 'later', 'earlier', 'no'].includes(words[start]?.text ?? '')) return null
  return {
    length: prefixLength + clock.length,
    meaning: afterLength ? makeMeaning(clock.minutes, minutesADay) : makeMeaning(0, clock.minutes || minutesADay),
  }
}

/** "At six" means six to seven. "Around six" starts an hour earlier. */
function readHour(words: readonly Word[], start: number): Reading<TimeMeaning> | null {
  const prefixLength = lengthOf(atPhrases, words, start)
  const clock = readClockAt(words, start + prefixLength)
  if (!clock || !(prefixLength > 0 || clock.isCertain)) return null
  const end = start + prefixLength + clock.length
  const orLaterLength = lengthOf(orLaterPhrases, words, end)
  if (orLaterLength > 0) return { length: end + orLaterLength - start, meaning: makeMeaning(clock.minutes, minutesADay) }
  const orEarlierLength = lengthOf(orEarlierPhrases, words, end)
  if (orEarlierLength > 0) return { length: end + orEarlierLength - start, meaning: makeMeaning(0, clock.minutes || minutesADay) }
  const texts = words.slice(start, start + prefixLength + clock.length).map(({ text }) => text)
  const isVague = texts.includes('around') || texts.includes('about') || texts.includes('ish')
  const from = Math.max(0, clock.minutes - (isVague ? 60 : 0))
  return { length: prefixLength + clock.length, meaning: makeMeaning(from, Math.min(minutesADay, clock.minutes + 60)) }
}

type Clock = { length: number; minutes: number; half: 'am' | 'pm' | null; isCertain: boolean }

/** Without "am" or "pm", hours before eight are in the afternoon, because few people play before 8 AM. */
const firstMorningHour = 8

function readClockAt(words: readonly Word[], at: number): Clock | null {
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
  const markLength = half ? 1 : next?.text === 'oclock' ? 1 : 0
  const ishLength = words[at + 1 + markLength]?.text === 'ish' ? 1 : 0
  const isCertain = half !== null || markLength > 0 || ishLength > 0 || minuteText !== undefined
  const length = 1 + markLength + ishLength
  if (half)
    return hour === 0 || hour > 12 ? null : { length, minutes: (hour % 12) * 60 + minute + (half === 'pm' ? halfDay : 0), half, isCertain }
  const isAfternoon = hour > 0 && hour < firstMorningHour && !hourText.startsWith('0')
  return { length, minutes: (isAfternoon ? hour + 12 : hour) * 60 + minute, half: hour > 12 ? 'pm' : null, isCertain }
}
