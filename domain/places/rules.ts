import { findActivity } from '../activities.ts'
import { freeIntervals } from '../availability/find-free-time.ts'
import type { LatLng } from '../geo/contract.ts'
import { metersInMile, milesBetween } from '../geo/distance.ts'
import { day } from '../time/spans.ts'
import type { PlaceForm, PlaceHours } from './contract.ts'
import { type EditedField, editedFields } from './kinds.ts'

/** What a place is, as one row: the form with its zone and its pictures. */
export type PlaceFacts = PlaceForm & { timeZone: string; photos: string[] }

/** What a place is found by: its name, its city, and what is played there. The more is told of it, the earlier it comes. */
export function searchableOf(id: string, place: Omit<PlaceFacts, 'photos'>) {
  const told = [place.description, place.address, place.surface, place.courts, place.hours, place.amenities[0]]
  const labels = place.activities.map((activity) => findActivity(activity)?.label ?? activity)
  return { id, rank: told.filter((fact) => !fact).length, texts: [place.name, place.cityName, ...labels] }
}

/** Nobody plays on the open sea or at the pole, and neither has clocks of its own. */
export const isPlayableZone = (zone: string) => !/^(Etc|Antarctica)\//.test(zone)

/** To about a meter. */
export const roundSpot = ({ lat, lng }: LatLng): LatLng => ({ lat: roundTo(lat), lng: roundTo(lng) })
const roundTo = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const metersNear = 300
const milesNear = metersNear / metersInMile
export const milesLike = 1

/** What many places are called; it does not make two of them one. */
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

const wordsOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const telling = (name: string) => {
  const words = wordsOf(name)
  const own = words.filter((word) => !commonWords.has(word))
  return own.length > 0 ? own : words
}

const pairsOf = (text: string) => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))

/** Whether two names may mean one place: the same telling words, or letters that are mostly the same. */
export function isLikeName(a: string, b: string): boolean {
  const [wordsA, wordsB] = [telling(a), telling(b)]
  if (wordsA.length === 0 || wordsB.length === 0) return false
  const [fewer, more] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA]
  if (fewer.every((word) => more.includes(word))) return true
  const [pairsA, pairsB] = [pairsOf(wordsA.join('')), pairsOf(wordsB.join(''))]
  const shared = [...pairsA].filter((pair) => pairsB.has(pair)).length
  return pairsA.size + pairsB.size > 0 && (2 * shared) / (pairsA.size + pairsB.size) >= 0.7
}

/** What may be the very place someone is about to add: nearest first. */
export function findLike<Place extends LatLng & { name: string }>(
  spot: LatLng,
  name: string,
  places: readonly Place[],
): (Place & { miles: number })[] {
  return places
    .map((place) => ({ ...place, miles: milesBetween(spot, place) }))
    .filter((place) => place.miles <= milesNear || (place.miles <= milesLike && isLikeName(name, place.name)))
    .sort((a, b) => a.miles - b.miles)
}

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export type Changes = Partial<Record<EditedField, [before: unknown, after: unknown]>>

/** Field by field what is another: { field: [before, after] }. */
export function listChanges(before: PlaceFacts, after: PlaceFacts): Changes {
  return Object.fromEntries(
    editedFields.flatMap((field) => (sameValue(before[field], after[field]) ? [] : [[field, [before[field], after[field]]]])),
  )
}

export type Openness = { state: 'always' | 'never' } | { state: 'open'; until: number | null } | { state: 'closed'; opensAt: number }

/** Whether a place is open, by its own clocks; hours that meet at midnight are one evening. */
export function opennessOf(hours: PlaceHours | null, timeZone: string, now: number): Openness {
  if (hours === null) return { state: 'always' }
  const [first] = freeIntervals({ timeZone, weeklyAvailability: hours, dateSpecificAvailability: [] }, now, now + 8 * day)
  if (!first) return { state: 'never' }
  if (first.start > now) return { state: 'closed', opensAt: first.start }
  return { state: 'open', until: first.end >= now + 7 * day ? null : first.end }
}

/** "Austin, TX", or as much of it as is known. */
export const cityWords = ({ cityName, cityState }: { cityName: string; cityState: string }) =>
  [cityName, cityState].filter(Boolean).join(', ')

const maxAddressLength = 200

/** What stands in a game that is there: wherever it is read, the city belongs to it. */
export function addressWords({ address, ...city }: { address: string; cityName: string; cityState: string }): string {
  const name = city.cityName.toLowerCase()
  // A street may be called like the city.
  const hasCity = address.split(',').some((part) => part.trim().toLowerCase() === name)
  return [address, hasCity ? '' : cityWords(city)].filter(Boolean).join(', ').slice(0, maxAddressLength)
}

export const photoUrl = (key: string, width: PhotoWidth) => `/files/photos/${key}/${width}`
/** How wide a photo is kept, at most. */
export const photoWidths = [480, 1280] as const
export type PhotoWidth = (typeof photoWidths)[number]
