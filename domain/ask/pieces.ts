import type { CalendarDate } from '@internationalized/date'
import type { ActivityId } from '../activities.ts'
import type { CitySource } from '../cities/contract.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import type { Weekday } from '../time/clock.ts'
import type { Word } from './split-words.ts'

export type DatesMeaning = {
  kind: 'dates'
  from: CalendarDate | null
  to: CalendarDate | null
  /** Said by the name of a day alone, as in "Saturday": what else is said of dates tells which. */
  days?: readonly Weekday[]
  /** "In two weeks" is a day, and with the name of a day its week. */
  isWeek?: boolean
  /** "Tonight" says both. */
  timeOfDay?: TimeOfDay
}

export type TimeMeaning = { kind: 'time'; from: number; to: number; isPart: boolean; isPlural: boolean }

/** What some words in a row mean. */
export type Meaning =
  | { kind: 'not' | 'and' | 'but' | 'filler' | 'unknown' | 'home' }
  | { kind: 'activity'; ids: readonly ActivityId[] }
  | { kind: 'city'; cities: readonly CitySource[] }
  | { kind: 'radius'; miles: number }
  | DatesMeaning
  | { kind: 'weekdays'; days: readonly Weekday[]; timeOfDay?: TimeOfDay }
  | TimeMeaning
  | { kind: 'level'; min: number; max: number; isRating: boolean }
  | { kind: 'price'; price: NonNullable<NamedFilters['price']> }
  | { kind: 'seats'; count: number }
  | { kind: 'wanted'; wanted: NonNullable<NamedFilters['kind']> }

export type Reading<Kind extends Meaning = Meaning> = { length: number; meaning: Kind }

/** Reads what begins at one word, or says that it is not its subject. */
export type Reader = (words: readonly Word[], at: number, today: CalendarDate) => Reading | null

export type Piece = { at: number; length: number; meaning: Meaning }

export const unknown = (length: number): Reading => ({ length, meaning: { kind: 'unknown' } })

/** Whoever reads most words has understood best; of two the first. */
export function longestOf<Found extends { length: number }>(readings: readonly (Found | null)[]): Found | null {
  let best: Found | null = null
  for (const reading of readings) if (reading && reading.length > (best?.length ?? 0)) best = reading
  return best
}
