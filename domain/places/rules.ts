import { findActivity } from '../activities.ts'
import { findFreeIntervals } from '../availability/find-free-time.ts'
import type { LatLng } from '../geo/contract.ts'
import { metersInMile, milesBetween } from '../geo/distance.ts'
import { eachWeekday, weekdays } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import type { PlaceForm, PlaceHours } from './contract.ts'
import { formatPlaceCity } from './format-city.ts'
import { type EditedField, editedFields, maxCheckInMeters } from './kinds.ts'

/** All facts about a place: the form, its time zone and its photos. */
export type PlaceFacts = PlaceForm & { timeZone: string; photos: string[]; isDeleted: boolean }

/** The texts that find a place: its name, its city and its activities. Places with more details rank higher. */
export function toSearchable(id: string, place: Omit<PlaceFacts, 'photos' | 'isDeleted'>) {
  const details = [place.description, place.address, place.surface, place.courts, place.hours, place.amenities[0]]
  const labels = place.activities.map((activity) => findActivity(activity)?.label ?? activity)
  return {
    id,
    rank: details.filter((fact) => !fact).length,
    texts: [place.name, place.cityName, ...labels],
    at: { lat: place.lat, lng: place.lng },
  }
}

/** False for the open sea and Antarctica, where nobody plays. */
export const isPlayableZone = (zone: string) => !/^(Etc|Antarctica)\//.test(zone)

/** Rounds a position to about a hundred meters, before a browser sends it. */
export const makeCoarse = ({ lat, lng }: LatLng): LatLng => ({ lat: Math.round(lat * 1e3) / 1e3, lng: Math.round(lng * 1e3) / 1e3 })

/** Whether a person at this position may check in at a place. */
export const isNearEnough = (place: LatLng, position: LatLng): boolean =>
  milesBetween(place, makeCoarse(position)) * metersInMile <= maxCheckInMeters

/** Rounds to about one meter. */
export const roundLocation = ({ lat, lng }: LatLng): LatLng => ({ lat: roundTo(lat), lng: roundTo(lng) })
const roundTo = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const maxNearMeters = 300
const maxNearMiles = maxNearMeters / metersInMile
export const maxSimilarNameMiles = 1

/** Words in the names of many places. Two places are not the same only because both names have one of them. */
const commonWords = new Set([
  'the',
  'at',
  'of',
  'and',
  'park',
  'court',
  'courts',
  'center',
  'centre',
  'field',
  'fields',
  'club',
  'gym',
  'rec',
])

const splitWords = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const getDistinctiveWords = (name: string) => {
  const words = splitWords(name)
  const distinctive = words.filter((word) => !commonWords.has(word))
  return distinctive.length > 0 ? distinctive : words
}

const getLetterPairs = (text: string) => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))

/** Whether two names may mean the same place: they share their distinctive words, or most of their letters. */
export function isSimilarName(a: string, b: string): boolean {
  const [wordsA, wordsB] = [getDistinctiveWords(a), getDistinctiveWords(b)]
  if (wordsA.length === 0 || wordsB.length === 0) return false
  const [fewer, more] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA]
  if (fewer.every((word) => more.includes(word))) return true
  const [pairsA, pairsB] = [getLetterPairs(wordsA.join('')), getLetterPairs(wordsB.join(''))]
  const shared = [...pairsA].filter((pair) => pairsB.has(pair)).length
  return pairsA.size + pairsB.size > 0 && (2 * shared) / (pairsA.size + pairsB.size) >= 0.7
}

/** Existing places that may be the one the user is adding, nearest first. */
export function findSimilarPlaces<Place extends LatLng & { name: string }>(
  point: LatLng,
  name: string,
  places: readonly Place[],
): (Place & { miles: number })[] {
  return places
    .map((place) => ({ ...place, miles: milesBetween(point, place) }))
    .filter((place) => place.miles <= maxNearMiles || (place.miles <= maxSimilarNameMiles && isSimilarName(name, place.name)))
    .sort((a, b) => a.miles - b.miles)
}

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export type Changes = Partial<Record<EditedField, [before: unknown, after: unknown]>>

/** The changed fields: { field: [before, after] }. */
export function listChanges(before: PlaceFacts, after: PlaceFacts): Changes {
  return Object.fromEntries(
    editedFields.flatMap((field) => (isSameValue(before[field], after[field]) ? [] : [[field, [before[field], after[field]]]])),
  )
}

/** The hours of a place that never closes. */
export const makeAlwaysOpenHours = (): PlaceHours =>
  eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime: '00:00', endTime: '24:00' }] }))

export const isAlwaysOpen = (hours: PlaceHours): boolean =>
  weekdays.every((weekday) => {
    const [range, ...others] = hours[weekday].timeRanges
    return range?.startTime === '00:00' && range.endTime === '24:00' && others.length === 0
  })

export type Openness = { state: 'unknown' | 'never' } | { state: 'open'; until: number | null } | { state: 'closed'; opensAt: number }

/** Whether a place is open, in its local time. Hours that continue after midnight count as one period. */
export function opennessOf(hours: PlaceHours | null, timeZone: string, now: number): Openness {
  if (hours === null) return { state: 'unknown' }
  const [first] = findFreeIntervals({ timeZone, weeklyAvailability: hours, dateSpecificAvailability: [] }, now, now + 8 * day)
  if (!first) return { state: 'never' }
  if (first.start > now) return { state: 'closed', opensAt: first.start }
  return { state: 'open', until: first.end >= now + 7 * day ? null : first.end }
}

/** "Free", or what it costs. Null if nobody said it. */
export const formatFee = (fee: string | null): string | null => (fee === '' ? 'Free' : fee)

const maxAddressLength = 200

/** The address of a game at this place. It always includes the city. */
export function formatPlaceAddress({ address, ...city }: { address: string; cityName: string; cityState: string }): string {
  const name = city.cityName.toLowerCase()
  // Only a whole part counts as the city, because a street can have the same name.
  const hasCity = address.split(',').some((part) => part.trim().toLowerCase() === name)
  return [address, hasCity ? '' : formatPlaceCity(city)].filter(Boolean).join(', ').slice(0, maxAddressLength)
}

export const photoUrl = (key: string, width: PhotoWidth) => `/files/photos/${key}/${width}`
/** The maximum widths in which a photo is stored. */
export const photoWidths = [480, 1280] as const
export type PhotoWidth = (typeof photoWidths)[number]
