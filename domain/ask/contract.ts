import * as v from 'valibot'
import { City } from '../cities/contract.ts'
import { NamedFilters } from '../discover/filter-contract.ts'
import { placeFlags } from '../discover/state.ts'
import { isTimeZone } from '../time/clock.ts'

/** `zone` is the time zone of the browser. It is used if neither the question nor the profile has a city. */
export const Question = v.object({
  q: v.string(),
  zone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Choose a time zone from the list.'))),
})

/** The filters of a question: those of a search, and what only some of the lists can filter by. */
export const AskFilters = v.object({
  ...NamedFilters.entries,
  /** What places must have. "Free" is the price. */
  placeFlags: v.array(v.picklist(placeFlags)),
  /** Only games of hosts that the person follows. */
  isFollowed: v.boolean(),
  /** Games that are over. */
  isPast: v.boolean(),
})
export type AskFilters = v.InferOutput<typeof AskFilters>

/** The filters that are shown as chips. Each activity has its own chip. The start and end date share one. */
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
  'placeFlags',
  'isFollowed',
  'isPast',
] as const
export type ChipFilter = (typeof chipFilters)[number]

/** One filter that was read from the question. The screen shows it, and the user can remove it. */
export const Chip = v.object({
  id: v.string(),
  filter: v.picklist(chipFilters),
  /** The id of the activity, or what a place must have. Other filters have only one chip, so they need no value. */
  value: v.nullable(v.string()),
  label: v.string(),
  /** The words of the question that set this filter. Empty if the filter comes from elsewhere. */
  words: v.string(),
  /** The AI model guessed it from words that the rules do not know. The screen marks it as a guess. */
  isGuess: v.boolean(),
})
export type Chip = v.InferOutput<typeof Chip>

/** A question as filters. A filter is set only if the question names it. Words that were not understood are in `leftover`. */
export const ParsedQuestion = v.object({
  asked: v.string(),
  /** The question was longer than `maxQuestionLength`, so its end was not read. */
  wasCut: v.boolean(),
  /** Today's date in the city where the person wants to play. Relative dates such as "tomorrow" count from it. */
  today: v.string(),
  filters: AskFilters,
  /** Other cities of the same name, most likely first. */
  cityChoices: v.array(City),
  /** The person wrote "near me", but we do not know their city. */
  needsCity: v.boolean(),
  chips: v.array(Chip),
  leftover: v.array(v.string()),
})
export type ParsedQuestion = v.InferOutput<typeof ParsedQuestion>
