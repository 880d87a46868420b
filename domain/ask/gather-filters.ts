import type { ActivityId } from '../activities.ts'
import type { City } from '../cities/contract.ts'
import type { NamedFilters, TimeOfDay } from '../discover/filter-contract.ts'
import { noFilters } from '../discover/filters.ts'
import { minutesADay, type Weekday, weekdays } from '../time/clock.ts'
import type { ChipFilter } from './contract.ts'
import { gatherDates } from './gather-dates.ts'
import type { DatesMeaning, Meaning, Piece, TimeMeaning } from './pieces.ts'
import { likeliestFirst } from './read-city.ts'

/** One piece with what the words before it make of it. */
type Said = { piece: Piece; isNot: boolean; isAlternative: boolean /** Where its words begin, with the "not" before it. */; start: number }

export type Gathered = {
  filters: NamedFilters
  /** What the city's name may mean, the one that was taken first. */
  cities: City[]
  needsCity: boolean
  /** Which words set which chip. */
  said: { chip: string; from: number; to: number }[]
  /** First and last word of what was not understood. */
  unread: { from: number; to: number }[]
}

/** Days are one subject, whichever way they are said: "not Monday or weekends". */
const subjectOf = ({ kind }: Meaning) => (kind === 'weekdays' ? 'dates' : kind)

/** A negation reaches to the next thing said, and on over "or" and "and" to more of its kind. */
function applyNegations(pieces: readonly Piece[]): Said[] {
  const said: Said[] = []
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
      said.push({ piece, isNot: negation !== null, isAlternative, start })
      if (negation) negation.subject = subject
      isAlternative = false
    }
  }
  return said
}

export function gatherFilters(pieces: readonly Piece[], home: City | null): Gathered {
  const found: Gathered = { filters: { ...noFilters }, cities: [], needsCity: false, said: [], unread: [] }
  const dates: { key: Said; meaning: DatesMeaning; isAlternative: boolean }[] = []
  const recurring: Weekday[] = []
  let isRecurring = false
  const all = applyNegations(pieces)
  const wordsOf = ({ piece, start }: Said) => ({ from: start, to: piece.at + piece.length - 1 })
  const refuse = (said: Said) => found.unread.push(wordsOf(said))
  const isRated = isRatingMeant(all)
  for (const said of all) {
    const { isNot } = said
    const { meaning } = said.piece
    const note = (chip: ChipFilter, value?: string) => found.said.push({ chip: value ? `${chip}:${value}` : chip, ...wordsOf(said) })
    if (meaning.kind === 'dates' && !isNot) {
      dates.push({ key: said, meaning, isAlternative: said.isAlternative })
      if (!meaning.timeOfDay) continue
      if (!setTime(found.filters, { ...meaning.timeOfDay, isPart: true }, false)) refuse(said)
      else note('timeOfDay')
    } else if (meaning.kind === 'weekdays' && !isNot) {
      recurring.push(...meaning.days)
      note('weekdays')
      if (meaning.timeOfDay && setTime(found.filters, { ...meaning.timeOfDay, isPart: true }, false)) note('timeOfDay')
    } else {
      if (meaning.kind === 'time' && meaning.isPlural) isRecurring = true
      const isSet = (meaning.kind !== 'level' || !meaning.isRating || isRated) && setOther(found, said, home, note)
      if (!isSet) refuse(said)
    }
  }
  const { from, to, weekdays: days, unread } = gatherDates(dates, recurring, isRecurring)
  for (const said of unread) refuse(said)
  for (const { key } of dates) {
    if (unread.includes(key)) continue
    if (from || to) found.said.push({ chip: 'dates', ...wordsOf(key) })
    if (days.length > 0) found.said.push({ chip: 'weekdays', ...wordsOf(key) })
  }
  Object.assign(found.filters, { from: from?.toString() ?? null, to: to?.toString() ?? null, weekdays: days })
  return found
}

/** Ratings are spoken of in pickleball and tennis, which nobody names who speaks to players of them. */
function isRatingMeant(all: readonly Said[]): boolean {
  const named = all.flatMap(({ piece, isNot }) => (piece.meaning.kind === 'activity' && !isNot ? piece.meaning.ids : []))
  return named.length === 0 || named.some((id) => id === 'pickleball' || id === 'tennis')
}

type Note = (chip: ChipFilter, value?: string) => void

/** Whether it could be set: a second city or price, and what cannot be excluded, is not. */
function setOther(found: Gathered, { piece, isNot, isAlternative }: Said, home: City | null, note: Note): boolean {
  const { filters } = found
  const { meaning } = piece
  switch (meaning.kind) {
    case 'activity': {
      const list = isNot ? 'withoutActivities' : 'activities'
      filters[list] = [...new Set<ActivityId>([...filters[list], ...meaning.ids])]
      for (const id of meaning.ids) note(list, id)
      return true
    }
    case 'dates':
    case 'weekdays':
      return setWithoutDays(filters, meaning, note)
    case 'time':
      if (!setTime(filters, meaning, isNot, isAlternative)) return false
      note(isNot && meaning.isPart ? 'withoutTimeOfDay' : 'timeOfDay')
      return true
    case 'level':
      if (!setLevel(filters, meaning, isNot)) return false
      note('level')
      return true
    case 'city':
    case 'home': {
      const named = meaning.kind === 'city' ? meaning.cities.map(({ population: _, ...city }) => city) : []
      const cities = meaning.kind === 'city' ? likeliestFirst(named, home) : home ? [home] : []
      const [city] = cities
      if (meaning.kind === 'home' && !city && !isNot) {
        found.needsCity = true
        return true
      }
      if (!city || isNot || (filters.city && filters.city.id !== city.id)) return false
      filters.city = { id: city.id, name: city.name, state: city.state, lat: city.lat, lng: city.lng }
      found.cities = cities
      note('city')
      return true
    }
    case 'radius':
      return setOnce(filters, 'radius', isNot ? null : meaning.miles, note)
    case 'price':
      return setOnce(filters, 'price', isNot ? null : meaning.price, note)
    case 'seats':
      return setOnce(filters, 'seatsLeft', isNot ? null : meaning.count, note)
    case 'wanted':
      return setOnce(filters, 'kind', isNot ? null : meaning.wanted, note)
    default:
      return false
  }
}

function setOnce<Name extends 'radius' | 'price' | 'seatsLeft' | 'kind'>(
  filters: NamedFilters,
  name: Name,
  value: NamedFilters[Name],
  note: Note,
): boolean {
  const isNew = filters[name] === null
  if (value === null || (!isNew && filters[name] !== value)) return false
  filters[name] = value
  note(name)
  return true
}

/** Days of the week can be left out; a date cannot. */
function setWithoutDays(filters: NamedFilters, meaning: Extract<Meaning, { kind: 'dates' | 'weekdays' }>, note: Note): boolean {
  if (meaning.timeOfDay || !meaning.days) return false
  const days = new Set([...filters.withoutWeekdays, ...meaning.days])
  filters.withoutWeekdays = weekdays.filter((day) => days.has(day))
  note('withoutWeekdays')
  return true
}

type Hours = Pick<TimeMeaning, 'from' | 'to' | 'isPart'>

function setTime(filters: NamedFilters, { from, to, isPart }: Hours, isNot: boolean, isAlternative = false): boolean {
  if (isNot && isPart) {
    const before = filters.withoutTimeOfDay
    const joined = before ? joinHours(before, { from, to }, true) : { from, to }
    if (joined) filters.withoutTimeOfDay = joined
    return joined !== null
  }
  if (isNot && from > 0 && to < minutesADay) return false
  // "Not before ten" is from ten on.
  const hours = !isNot ? { from, to } : from === 0 ? { from: to, to: minutesADay } : { from: 0, to: from }
  const joined = filters.timeOfDay ? joinHours(filters.timeOfDay, hours, isAlternative) : hours
  if (!joined || joined.from >= joined.to) return false
  filters.timeOfDay = joined
  return true
}

/** "Morning or afternoon" is both, "morning after nine" what they share; two that do not touch are not one time. */
function joinHours(a: TimeOfDay, b: TimeOfDay, isAlternative: boolean): TimeOfDay | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  if (isAlternative) return from <= to ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) } : null
  return from < to ? { from, to } : null
}

function setLevel(filters: NamedFilters, { min, max }: { min: number; max: number }, isNot: boolean): boolean {
  const range = filters.level ?? { min: 1, max: 5 }
  let wanted = { min, max }
  if (isNot) {
    // One end can be cut off, the middle cannot.
    if (min === 1 && max < 5) wanted = { min: max + 0.5, max: 5 }
    else if (max === 5 && min > 1) wanted = { min: 1, max: min - 0.5 }
    else return false
  }
  const [least, most] = [Math.max(range.min, wanted.min), Math.min(range.max, wanted.max)]
  if (least > most) return false
  filters.level = { min: least, max: most }
  return true
}
