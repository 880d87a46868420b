import { CalendarDate } from '@internationalized/date'
import { maxQuestionLength } from './contract.ts'
import { cityPhrasesAt } from './read-city.ts'
import { readWords, splitPieces } from './split-pieces.ts'

const maxStarts = 5
const beforePlaces = new Set(['in', 'near', 'around', 'at', 'by', 'outside', 'from', 'of'])
const anyDay = new CalendarDate(2000, 1, 1)

/**
 * Phrases that may be the name of a city, to be looked up before the question is read: what follows "in" and "near",
 * then words that mean nothing else; from at most five places of the question, so at most some forty phrases.
 */
export function listCityCandidates(question: string): string[] {
  const words = readWords(question.slice(0, maxQuestionLength))
  const unread = new Set(splitPieces(words, anyDay, new Map()).flatMap(({ at, meaning }) => (meaning.kind === 'unknown' ? [at] : [])))
  const score = (at: number) => (beforePlaces.has(words[at - 1]?.text ?? '') ? 2 : 0) + (unread.has(at) ? 1 : 0)
  const starts = words
    .map((_, at) => at)
    .filter((at) => score(at) > 0)
    .sort((a, b) => score(b) - score(a) || a - b)
    .slice(0, maxStarts)
  return [...new Set(starts.flatMap((at) => cityPhrasesAt(words, at)))]
}
