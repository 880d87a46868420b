import { fromAbsolute, toCalendarDate } from '@internationalized/date'
import type { City } from '../cities/contract.ts'
import { maxQuestionLength, type Understood } from './contract.ts'
import { gatherFilters } from './gather-filters.ts'
import { listChips } from './list-chips.ts'
import type { CitiesByPhrase } from './read-city.ts'
import { readWords, splitPieces } from './split-pieces.ts'
import type { Word } from './split-words.ts'

export type AskContext = {
  now: number
  /** Where nobody says otherwise: the person's own zone. */
  timeZone: string
  /** The cities of `listCityCandidates`, each phrase's likeliest first. */
  cities: CitiesByPhrase
  homeCity: City | null
}

/** What a question means, as far as it is certain; the same question at the same time always means the same. */
export function parseQuestion(question: string, { now, timeZone, cities, homeCity }: AskContext): Understood {
  const asked = question.slice(0, maxQuestionLength)
  const words = readWords(asked)
  const read = (zone: string) => {
    const today = toCalendarDate(fromAbsolute(now, zone))
    return { zone, today, ...gatherFilters(splitPieces(words, today, cities), homeCity) }
  }
  const first = read(homeCity?.timeZone ?? timeZone)
  // Tomorrow is tomorrow where the game is.
  const zone = first.cities[0]?.timeZone ?? first.zone
  const { today, filters, needsCity, said, unread, cities: found } = zone === first.zone ? first : read(zone)
  const textOf = (from: number, to: number) => asked.slice(words[from]?.start, words[to]?.end)
  const wordsOf = new Map<string, string>()
  for (const { chip, from, to } of said) {
    const text = textOf(from, to)
    wordsOf.set(chip, wordsOf.has(chip) ? `${wordsOf.get(chip)}, ${text}` : text)
  }
  return {
    asked,
    wasCut: question.length > maxQuestionLength,
    today: today.toString(),
    filters,
    cityChoices: found.slice(1),
    needsCity,
    chips: listChips(filters, today.toString()).map((chip) => ({ ...chip, words: wordsOf.get(chip.id) ?? '' })),
    leftover: joinNeighbors(unread, words, asked).map(({ from, to }) => textOf(from, to)),
  }
}

/** Words that stand side by side are shown as one. */
function joinNeighbors(unread: readonly { from: number; to: number }[], words: readonly Word[], asked: string) {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of unread.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    const between = last && asked.slice(words[last.to]?.end, words[from]?.start)
    if (last && last.to + 1 === from && /^[\s-]*$/.test(between ?? '')) last.to = to
    else joined.push({ from, to })
  }
  return joined
}
