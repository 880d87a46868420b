import { fromAbsolute, toCalendarDate } from '@internationalized/date'
import type { City } from '../cities/contract.ts'
import type { ParsedQuestion } from './contract.ts'
import { gatherFilters } from './gather-filters.ts'
import { listChips } from './list-chips.ts'
import { maxQuestionLength } from './question-path.ts'
import type { CitiesByPhrase } from './read-city.ts'
import { readWords, splitPieces } from './split-pieces.ts'
import type { Word } from './split-words.ts'

export type AskContext = {
  now: number
  /** The user's own time zone. It counts if neither the question nor the profile names a city. */
  timeZone: string
  /** The cities found for the phrases of `listCityCandidates`, the most likely city of each phrase first. */
  cities: CitiesByPhrase
  homeCity: City | null
}

/** What a question means, as far as it is certain. The result depends only on the question and the context. */
export function parseQuestion(question: string, { now, timeZone, cities, homeCity }: AskContext): ParsedQuestion {
  const asked = question.slice(0, maxQuestionLength)
  const words = readWords(asked)
  const parseInZone = (zone: string) => {
    const local = fromAbsolute(now, zone)
    const moment = { today: toCalendarDate(local), minutes: local.hour * 60 + local.minute }
    return { zone, today: moment.today, ...gatherFilters(splitPieces(words, moment, cities), homeCity, moment) }
  }
  const atHome = parseInZone(homeCity?.timeZone ?? timeZone)
  // "Tomorrow" counts in the time zone of the city where the game is.
  const zone = atHome.cities[0]?.timeZone ?? atHome.zone
  const { today, filters, needsCity, chipWords, leftover, cities: foundCities } = zone === atHome.zone ? atHome : parseInZone(zone)
  const getText = (from: number, to: number) => asked.slice(words[from]?.start, words[to]?.end)
  const wordsByChip = new Map<string, string>()
  for (const { chip, from, to } of chipWords) {
    const text = getText(from, to)
    wordsByChip.set(chip, wordsByChip.has(chip) ? `${wordsByChip.get(chip)}, ${text}` : text)
  }
  return {
    asked,
    wasCut: question.length > maxQuestionLength,
    today: today.toString(),
    filters,
    cityChoices: foundCities.slice(1),
    needsCity,
    chips: listChips(filters, today.toString()).map((chip) => ({ ...chip, words: wordsByChip.get(chip.id) ?? '' })),
    leftover: joinNeighbors(leftover, words, asked).map(({ from, to }) => getText(from, to)),
  }
}

/** Neighboring words that were not understood are shown as one phrase. */
function joinNeighbors(leftover: readonly { from: number; to: number }[], words: readonly Word[], asked: string) {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of leftover.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    const between = last && asked.slice(words[last.to]?.end, words[from]?.start)
    if (last && last.to + 1 === from && /^[\s-]*$/.test(between ?? '')) last.to = to
    else joined.push({ from, to })
  }
  return joined
}
