import type { ActivityId } from '../activities.ts'
import type { City } from '../cities/contract.ts'
import type { Weekday } from '../time/clock.ts'
import type { AskFilters, ChipFilter } from './contract.ts'
import { gatherDates } from './gather-dates.ts'
import type { DatesMeaning, Meaning, Moment, Piece } from './pieces.ts'
import { sortByLikelihood } from './read-city.ts'
import { noAskFilters } from './search-path.ts'
import { type RecordWords, setLevel, setOnce, setTime, setWithoutDays } from './set-filters.ts'

/** One piece, and how words like "not", "or" and "also" before it change its meaning. */
type NegatablePiece = {
  piece: Piece
  isNot: boolean
  isAlternative: boolean
  /** Index of its first word, or of the "not" before it. */
  start: number
}

export type GatheredFilters = {
  filters: AskFilters
  /** All cities with this name. The first one is used. */
  cities: City[]
  needsCity: boolean
  /** Which words set which chip. */
  chipWords: { chip: string; from: number; to: number }[]
  /** First and last word of what was not understood. */
  leftover: { from: number; to: number }[]
}

/** Only games have these. */
const gameKinds = new Set<Meaning['kind']>(['dates', 'weekdays', 'time', 'level', 'seats', 'followed', 'past'])

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

export function gatherFilters(pieces: readonly Piece[], homeCity: City | null, moment: Moment): GatheredFilters {
  const gathered: GatheredFilters = { filters: { ...noAskFilters }, cities: [], needsCity: false, chipWords: [], leftover: [] }
  const dates: { key: NegatablePiece; meaning: DatesMeaning; isAlternative: boolean }[] = []
  const recurring: Weekday[] = []
  let isRecurring = false
  const negatablePieces = applyNegations(pieces)
  const getSpan = ({ piece, start }: NegatablePiece) => ({ from: start, to: piece.at + piece.length - 1 })
  const addLeftover = (part: NegatablePiece) => gathered.leftover.push(getSpan(part))
  const mayBeRating = mayMeanRating(negatablePieces)
  gathered.filters.kind = findKind(negatablePieces)
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
      if (meaning.kind === 'seats' && meaning.uncovered) {
        const { to } = getSpan(part)
        gathered.leftover.push({ from: to - meaning.uncovered + 1, to })
      }
      const isSet = (meaning.kind !== 'level' || !meaning.isRating || mayBeRating) && setOther(gathered, part, homeCity, recordWords)
      if (!isSet) addLeftover(part)
    }
  }
  const comingDates = dates.map((phrase) => ({ ...phrase, meaning: skipPast(phrase.meaning, gathered.filters, moment) }))
  const { from, to, weekdays: days, leftover } = gatherDates(comingDates, recurring, isRecurring)
  for (const part of leftover) addLeftover(part)
  for (const { key } of dates) {
    if (leftover.includes(key)) continue
    if (from || to) gathered.chipWords.push({ chip: 'dates', ...getSpan(key) })
    if (days.length > 0) gathered.chipWords.push({ chip: 'weekdays', ...getSpan(key) })
  }
  Object.assign(gathered.filters, { from: from?.toString() ?? null, to: to?.toString() ?? null, weekdays: days })
  if (to && to.compare(moment.today) < 0) gathered.filters.isPast = true
  return gathered
}

/** "Saturday morning", asked on a Saturday evening, is the one in a week. */
function skipPast(meaning: DatesMeaning, { timeOfDay }: AskFilters, { today, minutes }: Moment): DatesMeaning {
  const isOver = meaning.isNearest && meaning.from?.compare(today) === 0 && timeOfDay !== null && timeOfDay.to <= minutes
  return isOver && meaning.from && meaning.to
    ? { ...meaning, from: meaning.from.add({ weeks: 1 }), to: meaning.to.add({ weeks: 1 }) }
    : meaning
}

/**
 * Only places have lights or a roof. A question that names lights, and nothing that only games have, is about places. "Indoor soccer" is
 * often meant as a sport, so that question stays about games.
 */
function findKind(negatablePieces: readonly NegatablePiece[]): AskFilters['kind'] {
  const meanings = negatablePieces.filter(({ isNot }) => !isNot).map(({ piece }) => piece.meaning)
  for (const meaning of meanings) if (meaning.kind === 'wanted') return meaning.wanted
  const isAboutGames = meanings.some(({ kind }) => gameKinds.has(kind))
  const isAboutPlaces = meanings.some(
    (meaning) => meaning.kind === 'feature' && (meaning.isPlace || (meaning.feature === 'lights' && !isAboutGames)),
  )
  return isAboutPlaces ? 'places' : null
}

/** Only pickleball and tennis players use ratings such as 3.5. They often leave the sport out, so a question without an activity counts too. */
function mayMeanRating(negatablePieces: readonly NegatablePiece[]): boolean {
  const activityIds = negatablePieces.flatMap(({ piece, isNot }) => (piece.meaning.kind === 'activity' && !isNot ? piece.meaning.ids : []))
  return activityIds.length === 0 || activityIds.some((id) => id === 'pickleball' || id === 'tennis')
}

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
      if (!setLevel(filters, meaning, isNot, isAlternative)) return false
      recordWords('level')
      return true
    case 'city':
      return setCity(
        gathered,
        sortByLikelihood(
          meaning.cities.map(({ population: _, ...city }) => city),
          homeCity,
        ),
        isNot,
        recordWords,
      )
    case 'home':
      return setHome(gathered, homeCity, isNot, recordWords)
    case 'radius':
      if (meaning.isFromHome) setHome(gathered, homeCity, isNot, recordWords)
      return setOnce(filters, 'radius', isNot ? null : meaning.miles, recordWords)
    case 'price':
      return setOnce(filters, 'price', isNot ? null : meaning.price, recordWords)
    case 'seats':
      return setOnce(filters, 'seatsLeft', isNot ? null : meaning.count, recordWords)
    case 'wanted':
      return setOnce(filters, 'kind', isNot ? null : meaning.wanted, recordWords)
    case 'feature':
      if (isNot || filters.kind !== 'places') return false
      recordWords('kind')
      filters.placeFlags = [...new Set([...filters.placeFlags, meaning.feature])]
      recordWords('placeFlags', meaning.feature)
      return true
    case 'followed':
    case 'past': {
      if (isNot) return false
      const filter = meaning.kind === 'followed' ? 'isFollowed' : 'isPast'
      filters[filter] = true
      recordWords(filter)
      return true
    }
    default:
      return false
  }
}

function setCity(gathered: GatheredFilters, cities: City[], isNot: boolean, recordWords: RecordWords): boolean {
  const { filters } = gathered
  const [city] = cities
  if (!city || isNot || (filters.city && filters.city.id !== city.id)) return false
  filters.city = { id: city.id, name: city.name, state: city.state, lat: city.lat, lng: city.lng }
  gathered.cities = cities
  recordWords('city')
  return true
}

function setHome(gathered: GatheredFilters, homeCity: City | null, isNot: boolean, recordWords: RecordWords): boolean {
  if (homeCity || isNot) return setCity(gathered, homeCity ? [homeCity] : [], isNot, recordWords)
  gathered.needsCity = true
  return true
}
