import { CalendarDate } from '@internationalized/date'
import { maxQuestionLength } from './question-path.ts'
import { listCityPhrases } from './read-city.ts'
import { readWords, splitPieces } from './split-pieces.ts'

const maxStarts = 5
const prepositions = new Set(['in', 'near', 'around', 'at', 'by', 'outside', 'from', 'of'])
const anyMoment = { today: new CalendarDate(2000, 1, 1), minutes: 0 }

/**
 * Phrases that may be the name of a city. The caller looks them up before it parses the question. Words after "in" and
 * "near" come first, then words with no other meaning. At most five positions are used, so there are about forty phrases
 * at most.
 */
export function listCityCandidates(question: string): string[] {
  const words = readWords(question.slice(0, maxQuestionLength))
  const unknownPositions = new Set(
    splitPieces(words, anyMoment, new Map()).flatMap(({ at, meaning }) => (meaning.kind === 'unknown' ? [at] : [])),
  )
  const score = (at: number) => (prepositions.has(words[at - 1]?.text ?? '') ? 2 : 0) + (unknownPositions.has(at) ? 1 : 0)
  const starts = words
    .map((_, at) => at)
    .filter((at) => score(at) > 0)
    .sort((a, b) => score(b) - score(a) || a - b)
    .slice(0, maxStarts)
  return [...new Set(starts.flatMap((at) => listCityPhrases(words, at)))]
}
