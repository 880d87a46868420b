import { findActivity } from '../../domain/activities.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import type { NamedPlaces, NamedPlacesFound, PlaceCard } from '../../domain/places/contract.ts'
import { maxSearchLength } from '../../domain/search/contract.ts'
import { wantedWords, wordsOf } from '../../domain/search/words.ts'
import type { Database } from '../platform/database.ts'
import { findPlaceIds } from '../search/queries.ts'
import { listNearest, listPlaceCards } from './find-places.ts'

const maxNamed = 12
/** What many are called ("park") is looked for among the nearest, so that those are not lost among all that are called so. */
const near = { miles: 25, limit: 200 }

/** Places whose words begin like all that were typed, wherever they are; the nearest first. However many there are, a few hundred rows are read. */
export async function searchPlaces(db: Database, { q, lat, lng }: NamedPlaces): Promise<NamedPlacesFound['places']> {
  const typed = q.slice(0, maxSearchLength)
  const point = lat === undefined || lng === undefined ? null : { lat, lng }
  const [named, around] = await Promise.all([
    findPlaceIds(db, typed).then((ids) => listPlaceCards(db, ids)),
    point ? listNearest(db, { ...point, ...near }) : [],
  ])
  const fitting = around.filter((place) => isNamed(place, wantedWords(typed)))
  const places = new Map([...fitting, ...named].map((place) => [place.id, { ...place, miles: point && milesBetween(point, place) }]))
  return [...places.values()].toSorted((a, b) => (a.miles ?? 0) - (b.miles ?? 0)).slice(0, maxNamed)
}

function isNamed({ name, cityName, activities }: PlaceCard, typed: readonly string[]): boolean {
  const words = wordsOf(name, cityName, ...activities.map((activity) => findActivity(activity)?.label ?? activity))
  return typed.length > 0 && typed.every((wanted) => words.some((word) => word.startsWith(wanted)))
}
