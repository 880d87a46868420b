import { levels, ratingOf } from '../profiles/levels.ts'
import { type Reading, unknown } from './pieces.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

type Range = { min: number; max: number }

export const levelPhrases = makePhrases<number>([
  [
    'newbie, newbies, newcomer, newcomers, new to, new at, new player, new players, im new, never played, first timer, first timers, novice, novices',
    1,
  ],
  ['beginner, beginners, beginner friendly, beginner level, rookie, rookies, starter, starters, entry level', 2],
  ['intermediate, intermediates, intermediate level, mid level', 3],
  ['advanced, advanced level, advanced players', 4],
  ['expert, experts, expert level, pro, pros, elite', 5],
])

export const anyLevel = makePhrases([
  ['any level, all levels, every level, any skill level, all skill levels, all abilities, mixed levels', true],
])
const orBetter = makePhrases([
  ['and up, and above, and over, and better, and higher, or better, or above, or higher, or up, or more, plus, +', true],
])
const orLower = makePhrases([['and below, and under, and lower, or below, or under, or lower, or less, or worse', true]])
const atLeast = makePhrases([['at least, above, minimum, min, over', true]])
const atMost = makePhrases([['at most, up to, below, maximum, max, under', true]])
const to = makePhrases([['to, and, or, through, /, -, &', true]])
const ratingWords = makePhrases([['ntrp, dupr, usta, utr, rating, rated, level, skill level', true]])

/** "Intermediate", a rating, or a range of either, with what is said before and after it. */
export function readLevel(words: readonly Word[], at: number): Reading | null {
  const raised = lengthOf(atLeast, words, at)
  const lowered = raised > 0 ? 0 : lengthOf(atMost, words, at)
  const start = at + raised + lowered
  const first = levelAt(words, start)
  if (!first) return null
  const { length, isRating } = first
  if (first.range === null) return unknown(length)
  const end = start + length
  const reading = (more: number, { min, max }: Range): Reading => ({
    length: end + more - at,
    meaning: { kind: 'level', min, max, isRating },
  })
  if (raised > 0) return reading(0, { min: first.alone, max: 5 })
  if (lowered > 0) return reading(0, { min: 1, max: first.range.max })
  const better = lengthOf(orBetter, words, end)
  if (better > 0) return reading(better, { min: first.alone, max: 5 })
  const lower = lengthOf(orLower, words, end)
  if (lower > 0) return reading(lower, { min: 1, max: first.range.max })
  const joined = lengthOf(to, words, end)
  const second = levelAt(words, end + joined)
  // "Beginner intermediate" without a word between is a range as well; two ratings in a row are not.
  if (second?.range && second.isRating === isRating && (joined > 0 || !isRating)) {
    const range = { min: Math.min(first.range.min, second.range.min), max: Math.max(first.range.max, second.range.max) }
    return reading(joined + second.length, range)
  }
  return reading(0, first.range)
}

/** `alone` is the level itself, where a range begins with it. A rating that nobody has is no range. */
function levelAt(words: readonly Word[], at: number): { length: number; range: Range | null; alone: number; isRating: boolean } | null {
  const word = findPhrase(levelPhrases, words, at)
  if (word) {
    const level = word.meaning
    // A game for those who are new is one for beginners.
    return { length: word.length, range: { min: level === 2 ? 1 : level, max: level }, alone: level, isRating: false }
  }
  const named = lengthOf(ratingWords, words, at)
  const text = words[at + named]?.text ?? ''
  if (!/^\d\.[05]$/.test(text)) return null
  const after = lengthOf(ratingWords, words, at + named + 1)
  const range = levelsOfRating(text)
  return { length: named + 1 + after, range, alone: range?.min ?? 0, isRating: true }
}

function levelsOfRating(rating: string): Range | null {
  const same = levels.filter((level) => ratingOf('tennis', level) === rating)
  return same.length === 0 ? null : { min: Math.min(...same), max: Math.max(...same) }
}
