import { findActivity } from '../../domain/activities.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import type { PlaceCard, PlaceNameResults, PlaceNameSearch } from '../../domain/places/contract.ts'
import { maxSearchLength } from '../../domain/search/contract.ts'
import { listSearchWords, listWords } from '../../domain/search/words.ts'
import type { Database } from '../platform/database.ts'
import { findItemIds } from '../search/queries.ts'
import { listNearest, listPlaceCards } from './find-places.ts'

const maxPlaces = 12
/** For common words such as "park", the nearest places are searched too. Otherwise they could be lost among all matches. */
const nearSearch = { miles: 25, limit: 200 }

/** Places that match all typed words as prefixes, anywhere, nearest first. Reads a few hundred rows at most. */
export async function searchPlaces(db: Database, { q, lat, lng }: PlaceNameSearch): Promise<PlaceNameResults['places']> {
  const typed = q.slice(0, maxSearchLength)
  const point = lat === undefined || lng === undefined ? null : { lat, lng }
  const [namedPlaces, nearPlaces] = await Promise.all([
    findItemIds(db, { kind: 'place', q: typed }).then((ids) => listPlaceCards(db, ids)),
    point ? listNearest(db, { ...point, ...nearSearch }) : [],
  ])
  const matchingNearPlaces = nearPlaces.filter((place) => matchesWords(place, listSearchWords(typed)))
  const places = new Map(
    [...matchingNearPlaces, ...namedPlaces].map((place) => [place.id, { ...place, miles: point && milesBetween(point, place) }]),
  )
  return [...places.values()].toSorted((a, b) => (a.miles ?? 0) - (b.miles ?? 0)).slice(0, maxPlaces)
}

function matchesWords({ name, cityName, activities }: PlaceCard, typed: readonly string[]): boolean {
  const words = listWords(name, cityName, ...activities.map((activity) => findActivity(activity)?.label ?? activity))
  return typed.length > 0 && typed.every((typedWord) => words.some((word) => word.startsWith(typedWord)))
}
