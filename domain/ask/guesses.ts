import * as v from 'valibot'
import { type ActivityId, activities } from '../activities.ts'
import { searchKinds } from '../discover/filter-limits.ts'
import { type DayPart, dayParts } from '../discover/filters.ts'
import type { ParsedQuestion } from './contract.ts'
import { listChips } from './list-chips.ts'

const activityIds = activities.map(({ id }) => id).filter((id) => id !== 'other') as [ActivityId, ...ActivityId[]]
const dayPartNames = Object.keys(dayParts) as [DayPart, ...DayPart[]]
const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

/** A guess of the AI model about words that the rules did not understand. It must name a value of a filter and these words. */
const Guess = v.variant('filter', [
  v.object({ filter: v.literal('activities'), value: v.picklist(activityIds), words }),
  v.object({ filter: v.literal('timeOfDay'), value: v.picklist(dayPartNames), words }),
  v.object({ filter: v.literal('kind'), value: v.picklist(searchKinds), words }),
])
export const Guesses = v.object({ guesses: v.pipe(v.array(Guess), v.maxLength(5)) })
export type Guesses = v.InferOutput<typeof Guesses>['guesses']

const fold = (text: string) => text.toLowerCase()

/** Fills empty filters only, so it never changes what the rules understood. Ignores guesses about words that are not in the question. */
export function applyGuesses(question: ParsedQuestion, guesses: Guesses): ParsedQuestion {
  const { filters, today } = question
  const guessedFilters = { ...filters }
  let leftover = question.leftover
  const wordsByChip = new Map<string, string>()
  for (const guess of guesses) {
    const leftoverPhrase = leftover.find((phrase) => fold(phrase) === fold(guess.words))
    const isNegated = /^(not|no|without|except|never)\b/i.test(guess.words)
    if (leftoverPhrase === undefined || isNegated || !fillFilter(guess)) continue
    leftover = leftover.filter((phrase) => phrase !== leftoverPhrase)
    wordsByChip.set(guess.filter === 'activities' ? `activities:${guess.value}` : guess.filter, leftoverPhrase)
  }
  const knownChips = new Map(question.chips.map((chip) => [chip.id, chip]))
  const chips = listChips(guessedFilters, today).map(
    (chip) => knownChips.get(chip.id) ?? { ...chip, words: wordsByChip.get(chip.id) ?? '', isGuess: true },
  )
  return { ...question, filters: guessedFilters, chips, leftover }

  function fillFilter({ filter, value }: Guesses[number]): boolean {
    if (filter === 'activities') {
      if (filters.activities.length > 0 || filters.withoutActivities.includes(value)) return false
      guessedFilters.activities = [...new Set([...guessedFilters.activities, value])]
      return true
    }
    if (guessedFilters[filter] !== null) return false
    if (filter === 'timeOfDay') guessedFilters.timeOfDay = dayParts[value]
    else guessedFilters.kind = value
    return true
  }
}

/** Whether some words were not understood and at least one filter is empty that a guess could fill. */
export const mayGuess = ({ leftover, filters }: ParsedQuestion) =>
  leftover.length > 0 && (filters.activities.length === 0 || filters.timeOfDay === null || filters.kind === null)
