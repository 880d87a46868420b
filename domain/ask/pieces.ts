import type { CalendarDate } from '@internationalized/date'
import type { ActivityId } from '../activities.ts'
import type { CitySource } from '../cities/contract.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import type { PlaceFlag } from '../discover/state.ts'
import type { Weekday } from '../time/clock.ts'
import type { Word } from './split-words.ts'

export type DatesMeaning = {
  kind: 'dates'
  from: CalendarDate | null
  to: CalendarDate | null
  /** Set if only a weekday was named, as in "Saturday". Other phrases about dates decide which Saturday it is. */
  days?: readonly Weekday[]
  /** The nearest such weekday. It is the one a week later if the hours that were named are over by now. */
  isNearest?: boolean
  /** True for "in two weeks": alone it is one day, but next to a weekday it is the whole week. */
  isWeek?: boolean
  /** "Tonight" names a date and a time of day. */
  timeOfDay?: TimeOfDay
}

export type TimeMeaning = { kind: 'time'; from: number; to: number; isPart: boolean; isPlural: boolean }

export type PlaceFeature = Exclude<PlaceFlag, 'free'>

/** What a phrase means. */
export type Meaning =
  | { kind: 'not' | 'and' | 'but' | 'filler' | 'unknown' | 'home' | 'followed' | 'past' }
  | { kind: 'activity'; ids: readonly ActivityId[] }
  | { kind: 'city'; cities: readonly CitySource[] }
  | { kind: 'radius'; miles: number; isFromHome: boolean }
  | DatesMeaning
  | { kind: 'weekdays'; days: readonly Weekday[]; timeOfDay?: TimeOfDay }
  | TimeMeaning
  | { kind: 'level'; min: number; max: number; isRating: boolean }
  | { kind: 'price'; price: NonNullable<NamedFilters['price']> }
  /** The last words of "with my kid" also say something that no filter covers. `uncovered` is how many words. */
  | { kind: 'seats'; count: number; uncovered?: number }
  | { kind: 'wanted'; wanted: NonNullable<NamedFilters['kind']> }
  /** What a place has. `isPlace` is true if the phrase itself asks for a place, as in "somewhere indoors". */
  | { kind: 'feature'; feature: PlaceFeature; isPlace: boolean }

export type Reading<Kind extends Meaning = Meaning> = { length: number; meaning: Kind }

/** The day and the minute of the question, where the person wants to play. */
export type Moment = { today: CalendarDate; minutes: number }

/** Reads the phrase that starts at word `at`. Null if the phrase is not about this reader's subject. */
export type Reader = (words: readonly Word[], at: number, moment: Moment) => Reading | null

export type Piece = { at: number; length: number; meaning: Meaning }

export const unknownReading = (length: number): Reading => ({ length, meaning: { kind: 'unknown' } })

/** The reading that covers the most words is the best one. If two are equally long, the first wins. */
export function pickLongest<Candidate extends { length: number }>(readings: readonly (Candidate | null)[]): Candidate | null {
  let best: Candidate | null = null
  for (const reading of readings) if (reading && reading.length > (best?.length ?? 0)) best = reading
  return best
}
