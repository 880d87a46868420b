import * as v from 'valibot'
import { type ActivityId, activities } from '../activities.ts'
import { searchKinds } from '../discover/filter-limits.ts'
import { type DayPart, dayParts } from '../discover/filters.ts'
import type { Understood } from './contract.ts'
import { listChips } from './list-chips.ts'

const activityIds = activities.map(({ id }) => id).filter((id) => id !== 'other') as [ActivityId, ...ActivityId[]]
const dayPartNames = Object.keys(dayParts) as [DayPart, ...DayPart[]]
const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

/** What words that were not understood may mean: only what a filter can be, and only with the words it was read from. */
const Guess = v.variant('filter', [
  v.object({ filter: v.literal('activities'), value: v.picklist(activityIds), words }),
  v.object({ filter: v.literal('timeOfDay'), value: v.picklist(dayPartNames), words }),
  v.object({ filter: v.literal('kind'), value: v.picklist(searchKinds), words }),
])
export const Guesses = v.object({ guesses: v.pipe(v.array(Guess), v.maxLength(5)) })
export type Guesses = v.InferOutput<typeof Guesses>['guesses']

const fold = (text: string) => text.toLowerCase()

/** Fills what is empty and never touches what was understood; a guess at words that nobody wrote is none. */
export function applyGuesses(understood: Understood, guesses: Guesses): Understood {
  const { filters, today } = understood
  const guessed = { ...filters }
  let leftover = understood.leftover
  const wordsOf = new Map<string, string>()
  for (const guess of guesses) {
    const from = leftover.find((phrase) => fold(phrase) === fold(guess.words))
    const isNegated = /^(not|no|without|except|never)\b/i.test(guess.words)
    if (from === undefined || isNegated || !fill(guess)) continue
    leftover = leftover.filter((phrase) => phrase !== from)
    wordsOf.set(guess.filter === 'activities' ? `activities:${guess.value}` : guess.filter, from)
  }
  const known = new Map(understood.chips.map((chip) => [chip.id, chip]))
  const chips = listChips(guessed, today).map((chip) => known.get(chip.id) ?? { ...chip, words: wordsOf.get(chip.id) ?? '', isGuess: true })
  return { ...understood, filters: guessed, chips, leftover }

  function fill({ filter, value }: Guesses[number]): boolean {
    if (filter === 'activities') {
      if (filters.activities.length > 0 || filters.withoutActivities.includes(value)) return false
      guessed.activities = [...new Set([...guessed.activities, value])]
      return true
    }
    if (guessed[filter] !== null) return false
    if (filter === 'timeOfDay') guessed.timeOfDay = dayParts[value]
    else guessed.kind = value
    return true
  }
}

/** Whether there is anything to guess at, and a filter that a guess could fill. */
export const mayGuess = ({ leftover, filters }: Understood) =>
  leftover.length > 0 && (filters.activities.length === 0 || filters.timeOfDay === null || filters.kind === null)
