import { correctSpelling, isKnownWord } from './match-spelling.ts'
import { type Moment, type Piece, pickLongest, type Reader } from './pieces.ts'
import { readActivity } from './read-activity.ts'
import { readPrice, readRadius } from './read-amount.ts'
import { type CitiesByPhrase, readCity } from './read-city.ts'
import { readDates } from './read-dates.ts'
import { readFeature } from './read-feature.ts'
import { readLevel } from './read-level.ts'
import { readSeats } from './read-seats.ts'
import { readSmallWords } from './read-small-words.ts'
import { readSoon } from './read-soon.ts'
import { readTime } from './read-time.ts'
import { splitWords, type Word } from './split-words.ts'

export const readWords = (question: string): Word[] => correctSpelling(splitWords(question))

/** If two readers read the same number of words, the first one in this list wins. */
const readers: readonly Reader[] = [
  readDates,
  readSoon,
  readTime,
  readLevel,
  readRadius,
  readPrice,
  readSeats,
  readFeature,
  readActivity,
  readSmallWords,
]

/** Splits the whole question into pieces, each as long as possible. */
export function splitPieces(words: readonly Word[], moment: Moment, cities: CitiesByPhrase): Piece[] {
  const pieces: Piece[] = []
  const context = { cities, isKnown: isKnownWord }
  for (let at = 0; at < words.length; ) {
    const readings = [...readers.map((read) => read(words, at, moment)), readCity(words, at, context)]
    const { length, meaning } = pickLongest(readings) ?? { length: 1, meaning: { kind: 'unknown' as const } }
    pieces.push({ at, length, meaning })
    at += length
  }
  return pieces
}
