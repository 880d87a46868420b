import * as v from 'valibot'
import { City } from '../cities/contract.ts'
import { NamedFilters } from '../discover/filter-contract.ts'
import { isTimeZone } from '../time/clock.ts'

/** How much of a question is read; the rest is told to be unread. */
export const maxQuestionLength = 300

/** `zone` is where the person's clock is, for who is not signed in or has told no city. */
export const Question = v.object({
  q: v.string(),
  zone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Choose a time zone from the list.'))),
})

/** The filters that chips stand for. Activities have a chip each, the two ends of a date share one. */
export const chipFilters = [
  'activities',
  'withoutActivities',
  'city',
  'radius',
  'dates',
  'weekdays',
  'withoutWeekdays',
  'timeOfDay',
  'withoutTimeOfDay',
  'level',
  'price',
  'seatsLeft',
  'kind',
] as const
export type ChipFilter = (typeof chipFilters)[number]

/** One piece of what is looked for, to be shown and taken away again. */
export const Chip = v.object({
  id: v.string(),
  filter: v.picklist(chipFilters),
  /** The activity, where a filter has several. */
  value: v.nullable(v.string()),
  label: v.string(),
  /** The person's own words for it; empty where nobody said any. */
  words: v.string(),
  /** A model's reading of words that the rules do not know; the screen says so. */
  isGuess: v.boolean(),
})
export type Chip = v.InferOutput<typeof Chip>

/** A question as filters. Nothing is set that was not said, and what was said and not understood is in `leftover`. */
export const Understood = v.object({
  asked: v.string(),
  /** The question went on after what was read of it. */
  wasCut: v.boolean(),
  /** The day it is where they want to play: relative dates count from it. */
  today: v.string(),
  filters: NamedFilters,
  /** Other cities of the same name, likeliest first. */
  cityChoices: v.array(City),
  /** They said "near me", and nobody knows where that is. */
  needsCity: v.boolean(),
  chips: v.array(Chip),
  leftover: v.array(v.string()),
})
export type Understood = v.InferOutput<typeof Understood>
