import { levels, ratingOf } from '../profiles/levels.ts'
import { type Reading, unknownReading } from './pieces.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Range = { min: number; max: number }

export const levelPhrases = makePhrases<number>([
  [
    'newbie, newbies, newb, newbs, noob, noobs, newcomer, newcomers, new to, new at, new player, new players, im new, never played, never played before, never tried, first timer, first timers, first time, novice, novices, total beginner, total beginners, complete beginner, complete beginners, absolute beginner, absolute beginners',
    1,
  ],
  [
    'beginner, beginners, beginner friendly, beginners friendly, newbie friendly, noob friendly, friendly to beginners, good for beginners, beginner level, beginners level, beginners only, rookie, rookies, starter, starters, entry level',
    2,
  ],
  ['intermediate, intermediates, intermediate level, mid level, medium level', 3],
  ['advanced, advanced level, advanced players, high level', 4],
  ['expert, experts, expert level, pro, pros, elite', 5],
])

export const anyLevelPhrases = makePhrases([
  [
    'any level, all levels, every level, any skill level, all skill levels, all abilities, mixed levels, all levels welcome, all skills, levels welcome, any ability',
    true,
  ],
])
const orBetterPhrases = makePhrases([
  ['and up, and above, and over, and better, and higher, or better, or above, or higher, or up, or more, plus, +', true],
])
const orLowerPhrases = makePhrases([['and below, and under, and lower, or below, or under, or lower, or less, or worse', true]])
const atLeastPhrases = makePhrases([['at least, above, minimum, min, over', true]])
const atMostPhrases = makePhrases([['at most, up to, below, maximum, max, under', true]])
const rangePhrases = makePhrases([['to, and, or, through, /, -, &', true]])
const ratingPhrases = makePhrases([['ntrp, dupr, usta, utr, rating, rated, level, skill level', true]])

/** Reads a level such as "intermediate", a rating, or a range of either, with words like "at least" and "or better". */
export function readLevel(words: readonly Word[], at: number): Reading | null {
  const atLeastLength = lengthOf(atLeastPhrases, words, at)
  const atMostLength = atLeastLength > 0 ? 0 : lengthOf(atMostPhrases, words, at)
  const start = at + atLeastLength + atMostLength
  const first = levelAt(words, start)
  if (!first) return null
  const { length, isRating } = first
  if (first.range === null) return unknownReading(length)
  const end = start + length
  const makeReading = (suffixLength: number, { min, max }: Range): Reading => ({
    length: end + suffixLength - at,
    meaning: { kind: 'level', min, max, isRating },
  })
  if (atLeastLength > 0) return makeReading(0, { min: first.alone, max: 5 })
  if (atMostLength > 0) return makeReading(0, { min: 1, max: first.range.max })
  const orBetterLength = lengthOf(orBetterPhrases, words, end)
  if (orBetterLength > 0) return makeReading(orBetterLength, { min: first.alone, max: 5 })
  const orLowerLength = lengthOf(orLowerPhrases, words, end)
  if (orLowerLength > 0) return makeReading(orLowerLength, { min: 1, max: first.range.max })
  const joinLength = lengthOf(rangePhrases, words, end)
  const second = levelAt(words, end + joinLength)
  // "Beginner intermediate" is a range even without a word between. Two ratings in a row are not.
  if (second?.range && second.isRating === isRating && (joinLength > 0 || !isRating)) {
    const range = { min: Math.min(first.range.min, second.range.min), max: Math.max(first.range.max, second.range.max) }
    return makeReading(joinLength + second.length, range)
  }
  return makeReading(0, first.range)
}

/** `alone` is the level to start from in "beginner and up". `range` is null for a rating that does not exist. */
function levelAt(words: readonly Word[], at: number): { length: number; range: Range | null; alone: number; isRating: boolean } | null {
  const word = findPhrase(levelPhrases, words, at)
  if (word) {
    const level = word.meaning
    // Games for beginners include games for newcomers.
    return { length: word.length, range: { min: level === 2 ? 1 : level, max: level }, alone: level, isRating: false }
  }
  const prefixLength = lengthOf(ratingPhrases, words, at)
  const text = words[at + prefixLength]?.text ?? ''
  if (!/^\d\.[05]$/.test(text)) return null
  const suffixLength = lengthOf(ratingPhrases, words, at + prefixLength + 1)
  const range = levelsOfRating(text)
  return { length: prefixLength + 1 + suffixLength, range, alone: range?.min ?? 0, isRating: true }
}

function levelsOfRating(rating: string): Range | null {
  const matchingLevels = levels.filter((level) => ratingOf('tennis', level) === rating)
  return matchingLevels.length === 0 ? null : { min: Math.min(...matchingLevels), max: Math.max(...matchingLevels) }
}
