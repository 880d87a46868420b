import type { ActivityId } from '../activities.ts'
import type { City } from '../cities/contract.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import { noFilters } from '../discover/filters.ts'
import { minutesADay, type Weekday, weekdays } from '../time/clock.ts'
import type { ChipFilter } from './contract.ts'
import { gatherDates } from './gather-dates.ts'
import type { DatesMeaning, Meaning, Piece, TimeMeaning } from './pieces.ts'
import { sortByLikelihood } from './read-city.ts'

/** One piece, and how words like "not", "or" and "also" before it change its meaning. */
type NegatablePiece = {
  piece: Piece
  isNot: boolean
  isAlternative: boolean
  /** Index of its first word, or of the "not" before it. */
  start: number
}

export type GatheredFilters = {
  filters: NamedFilters
  /** All cities with this name. The first one is used. */
  cities: City[]
  needsCity: boolean
  /** Which words set which chip. */
  chipWords: { chip: string; from: number; to: number }[]
  /** First and last word of what was not understood. */
  leftover: { from: number; to: number }[]
}

/** Dates and weekdays count as one subject, so that "not Monday or weekends" excludes both. */
const subjectOf = ({ kind }: Meaning) => (kind === 'weekdays' ? 'dates' : kind)

/** A "not" applies to the next piece. After "or" and "and" it also applies to further pieces about the same subject. */
function applyNegations(pieces: readonly Piece[]): NegatablePiece[] {
  const negatablePieces: NegatablePiece[] = []
  let negation: { at: number; subject: string | null } | null = null
  let isAlternative = false
  for (const piece of pieces) {
    const { kind } = piece.meaning
    if (kind === 'filler') continue
    if (kind === 'not') negation = { at: piece.at, subject: null }
    else if (kind === 'but') negation = null
    else if (kind === 'and') isAlternative = true
    else {
      const subject = subjectOf(piece.meaning)
      if (negation?.subject && !(negation.subject === subject && isAlternative)) negation = null
      const start = negation && negation.subject === null ? negation.at : piece.at
      negatablePieces.push({ piece, isNot: negation !== null, isAlternative, start })
      if (negation) negation.subject = subject
      isAlternative = false
    }
  }
  return negatablePieces
}

export function gatherFilters(pieces: readonly Piece[], homeCity: City | null): GatheredFilters {
  const gathered: GatheredFilters = { filters: { ...noFilters }, cities: [], needsCity: false, chipWords: [], leftover: [] }
  const dates: { key: NegatablePiece; meaning: DatesMeaning; isAlternative: boolean }[] = []
  const recurring: Weekday[] = []
  let isRecurring = false
  const negatablePieces = applyNegations(pieces)
  const getSpan = ({ piece, start }: NegatablePiece) => ({ from: start, to: piece.at + piece.length - 1 })
  const addLeftover = (part: NegatablePiece) => gathered.leftover.push(getSpan(part))
  const mayBeRating = mayMeanRating(negatablePieces)
  for (const part of negatablePieces) {
    const { isNot } = part
    const { meaning } = part.piece
    const recordWords = (chip: ChipFilter, value?: string) =>
      gathered.chipWords.push({ chip: value ? `${chip}:${value}` : chip, ...getSpan(part) })
    if (meaning.kind === 'dates' && !isNot) {
      dates.push({ key: part, meaning, isAlternative: part.isAlternative })
      if (!meaning.timeOfDay) continue
      if (!setTime(gathered.filters, { ...meaning.timeOfDay, isPart: true }, false)) addLeftover(part)
      else recordWords('timeOfDay')
    } else if (meaning.kind === 'weekdays' && !isNot) {
      recurring.push(...meaning.days)
      recordWords('weekdays')
      if (meaning.timeOfDay && setTime(gathered.filters, { ...meaning.timeOfDay, isPart: true }, false)) recordWords('timeOfDay')
    } else {
      if (meaning.kind === 'time' && meaning.isPlural) isRecurring = true
      const isSet = (meaning.kind !== 'level' || !meaning.isRating || mayBeRating) && setOther(gathered, part, homeCity, recordWords)
      if (!isSet) addLeftover(part)
    }
  }
  const { from, to, weekdays: days, leftover } = gatherDates(dates, recurring, isRecurring)
  for (const part of leftover) addLeftover(part)
  for (const { key } of dates) {
    if (leftover.includes(key)) continue
    if (from || to) gathered.chipWords.push({ chip: 'dates', ...getSpan(key) })
    if (days.length > 0) gathered.chipWords.push({ chip: 'weekdays', ...getSpan(key) })
  }
  Object.assign(gathered.filters, { from: from?.toString() ?? null, to: to?.toString() ?? null, weekdays: days })
  return gathered
}

/** Only pickleball and tennis players use ratings such as 3.5. They often leave the sport out, so a question without an activity counts too. */
function mayMeanRating(negatablePieces: readonly NegatablePiece[]): boolean {
  const activityIds = negatablePieces.flatMap(({ piece, isNot }) => (piece.meaning.kind === 'activity' && !isNot ? piece.meaning.ids : []))
  return activityIds.length === 0 || activityIds.some((id) => id === 'pickleball' || id === 'tennis')
}

type RecordWords = (chip: ChipFilter, value?: string) => void

/** Sets the filter of one piece. Returns false if no filter can hold it, such as a second city or price, or a "not". */
function setOther(
  gathered: GatheredFilters,
  { piece, isNot, isAlternative }: NegatablePiece,
  homeCity: City | null,
  recordWords: RecordWords,
): boolean {
  const { filters } = gathered
  const { meaning } = piece
  switch (meaning.kind) {
    case 'activity': {
      const list = isNot ? 'withoutActivities' : 'activities'
      filters[list] = [...new Set<ActivityId>([...filters[list], ...meaning.ids])]
      for (const id of meaning.ids) recordWords(list, id)
      return true
    }
    case 'dates':
    case 'weekdays':
      return setWithoutDays(filters, meaning, recordWords)
    case 'time':
      if (!setTime(filters, meaning, isNot, isAlternative)) return false
      recordWords(isNot && meaning.isPart ? 'withoutTimeOfDay' : 'timeOfDay')
      return true
    case 'level':
      if (!setLevel(filters, meaning, isNot)) return false
      recordWords('level')
      return true
    case 'city':
    case 'home': {
      const namedCities = meaning.kind === 'city' ? meaning.cities.map(({ population: _, ...city }) => city) : []
      const cities = meaning.kind === 'city' ? sortByLikelihood(namedCities, homeCity) : homeCity ? [homeCity] : []
      const [city] = cities
      if (meaning.kind === 'home' && !city && !isNot) {
        gathered.needsCity = true
        return true
      }
      if (!city || isNot || (filters.city && filters.city.id !== city.id)) return false
      filters.city = { id: city.id, name: city.name, state: city.state, lat: city.lat, lng: city.lng }
      gathered.cities = cities
      recordWords('city')
      return true
    }
    case 'radius':
      return setOnce(filters, 'radius', isNot ? null : meaning.miles, recordWords)
    case 'price':
      return setOnce(filters, 'price', isNot ? null : meaning.price, recordWords)
    case 'seats':
      return setOnce(filters, 'seatsLeft', isNot ? null : meaning.count, recordWords)
    case 'wanted':
      return setOnce(filters, 'kind', isNot ? null : meaning.wanted, recordWords)
    default:
      return false
  }
}

function setOnce<Name extends 'radius' | 'price' | 'seatsLeft' | 'kind'>(
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
function setWithoutDays(
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

function setTime(filters: NamedFilters, { from, to, isPart }: Hours, isNot: boolean, isAlternative = false): boolean {
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

function setLevel(filters: NamedFilters, { min, max }: { min: number; max: number }, isNot: boolean): boolean {
  const current = filters.level ?? { min: 1, max: 5 }
  let wanted = { min, max }
  if (isNot) {
    // A range can lose its start or its end, but not its middle.
    if (min === 1 && max < 5) wanted = { min: max + 0.5, max: 5 }
    else if (max === 5 && min > 1) wanted = { min: 1, max: min - 0.5 }
    else return false
  }
  const level = { min: Math.max(current.min, wanted.min), max: Math.min(current.max, wanted.max) }
  if (level.min > level.max) return false
  filters.level = level
  return true
}
