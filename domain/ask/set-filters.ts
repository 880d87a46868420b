import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import { minutesADay, weekdays } from '../time/clock.ts'
import type { ChipFilter } from './contract.ts'
import type { Meaning, TimeMeaning } from './pieces.ts'

export type RecordWords = (chip: ChipFilter, value?: string) => void

export function setOnce<Name extends 'radius' | 'price' | 'seatsLeft' | 'kind'>(
  filters: NamedFilters,
  name: Name,
  value: NamedFilters[Name],
  recordWords: RecordWords,
): boolean {
  const isNew = filters[name] === null
  if (value === null || (!isNew && filters[name] !== value)) return false
  filters[name] = value
  recordWords(name)
  return true
}

/** Filters can exclude weekdays but not dates. */
export function setWithoutDays(
  filters: NamedFilters,
  meaning: Extract<Meaning, { kind: 'dates' | 'weekdays' }>,
  recordWords: RecordWords,
): boolean {
  if (meaning.timeOfDay || !meaning.days) return false
  const days = new Set([...filters.withoutWeekdays, ...meaning.days])
  filters.withoutWeekdays = weekdays.filter((day) => days.has(day))
  recordWords('withoutWeekdays')
  return true
}

type Hours = Pick<TimeMeaning, 'from' | 'to' | 'isPart'>

export function setTime(filters: NamedFilters, { from, to, isPart }: Hours, isNot: boolean, isAlternative = false): boolean {
  if (isNot && isPart) {
    const excluded = filters.withoutTimeOfDay
    const joined = excluded ? joinHours(excluded, { from, to }, true) : { from, to }
    if (joined) filters.withoutTimeOfDay = joined
    return joined !== null
  }
  if (isNot && from > 0 && to < minutesADay) return false
  // "Not before ten" means ten or later.
  const hours = !isNot ? { from, to } : from === 0 ? { from: to, to: minutesADay } : { from: 0, to: from }
  const joined = filters.timeOfDay ? joinHours(filters.timeOfDay, hours, isAlternative) : hours
  if (!joined || joined.from >= joined.to) return false
  filters.timeOfDay = joined
  return true
}

/** "Morning or afternoon" means both. "Morning after nine" means the hours they share. Null if the two cannot be joined into one range. */
function joinHours(a: TimeOfDay, b: TimeOfDay, isAlternative: boolean): TimeOfDay | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  if (isAlternative) return from <= to ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : null
  return from < to ? { from, to } : null
}

export function setLevel(
  filters: NamedFilters,
  { min, max }: { min: number; max: number },
  isNot: boolean,
  isAlternative: boolean,
): boolean {
  const current = filters.level ?? { min: 1, max: 5 }
  // "2.5 pickleball or 3.0" means both.
  if (isAlternative && !isNot && filters.level) {
    filters.level = { min: Math.min(current.min, min), max: Math.max(current.max, max) }
    return true
  }
  let wanted = { min, max }
  if (isNot) {
    // A range can lose its start or its end, but not its middle.
    if (min === 1 && max < 5) wanted = { min: max + 0.5, max: 5 }
    // Who finds "advanced" too hard does not want games of experts either.
    else if (min >= 4) wanted = { min: 1, max: min - 0.5 }
    else if (max === 5 && min > 1) wanted = { min: 1, max: min - 0.5 }
    else return false
  }
  const level = { min: Math.max(current.min, wanted.min), max: Math.min(current.max, wanted.max) }
  if (level.min > level.max) return false
  filters.level = level
  return true
}
