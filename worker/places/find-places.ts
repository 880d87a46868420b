import { and, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { LikePlaces, NearestPlaces, NearPlaces, PlaceCard, PlacePage, PlacesInBounds } from '../../domain/places/contract.ts'
import { maxLikePlaces, placePageSize } from '../../domain/places/kinds.ts'
import { findLike, milesLike } from '../../domain/places/rules.ts'
import { selectInBounds, selectNearest } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { cardColumns } from './queries.ts'
import { places } from './schema.ts'

type Near = NearPlaces['places']

const IdCursor = v.tuple([v.string()])
const nearestMiles = 15
const maxNearest = 20
/** A mile of a city has fewer; what is beyond the nearest of them is none of a pin's neighbors. */
const looked = 100

const ofActivity = (activity: string | undefined) => (activity === undefined ? {} : { activities: [activity] })

/** How many places one answer looks at where each has to be asked for more than what is played there. */
const lookedInBounds = 201

export async function listPlacesInBounds(db: Database, search: PlacesInBounds): Promise<PlacePage> {
  const { activity: activities = [], lights, indoor, free, cursor, ...bounds } = search
  const after = readCursor(IdCursor, cursor)
  const asked = [
    ...(lights ? [eq(places.hasLights, true)] : []),
    ...(indoor ? [eq(places.isIndoor, true)] : []),
    // What a fee says in words is not read; where there are none it is free.
    ...(free ? [eq(places.fee, '')] : []),
  ]
  const limit = asked.length > 0 ? lookedInBounds : placePageSize + 1
  const spots = selectInBounds({ table: 'place_cells', bounds, activities, after: after && { id: after[0] }, limit })
  const rows = await readAll(
    db,
    // What does not fit leaves its place in the order empty, so that the next page knows where to go on.
    db
      .select({ spotId: sql<string>`found.id`.as('spotId'), place: cardColumns })
      .from(sql`(${spots}) found`)
      .leftJoin(places, and(eq(places.id, sql`found.id`), isNull(places.deletedAt), ...asked))
      .orderBy(sql`found.id`),
  )
  const page: PlaceCard[] = []
  let read = 0
  for (const { place } of rows.slice(0, limit - 1)) {
    if (page.length === placePageSize) break
    read += 1
    if (place !== null) page.push(place)
  }
  return { places: page, next: cutPage(rows, read, ({ spotId }) => [spotId]).next }
}

/** Cards in the order of the ids; what is gone is left out. */
export async function listPlaceCards(db: Database, ids: readonly string[]): Promise<PlaceCard[]> {
  if (ids.length === 0) return []
  return readAll(
    db,
    db
      .select(cardColumns)
      .from(sql`json_each(${JSON.stringify(ids)}) wanted`)
      .crossJoin(places)
      .where(and(eq(places.id, sql`wanted.value`), isNull(places.deletedAt)))
      .orderBy(sql`wanted.key`),
  )
}

export async function listNearestPlaces(db: Database, { activity, ...point }: NearestPlaces): Promise<Near> {
  return listNearest(db, { ...point, miles: nearestMiles, limit: maxNearest, ...ofActivity(activity) })
}

/** What may be the very place someone is about to add. */
export async function listLikePlaces(db: Database, { name, ...point }: LikePlaces): Promise<Near> {
  const near = await listNearest(db, { ...point, miles: milesLike, limit: looked })
  return findLike(point, name, near).slice(0, maxLikePlaces)
}

type Search = { lat: number; lng: number; miles: number; limit: number; activities?: string[] }

export const listNearest = (db: Database, { lat, lng, ...search }: Search): Promise<Near> =>
  readAll(
    db,
    db
      .select({ ...cardColumns, miles: sql<number>`found.miles`.as('miles') })
      .from(sql`(${selectNearest({ table: 'place_cells', point: { lat, lng }, ...search })}) found`)
      .innerJoin(places, eq(places.id, sql`found.id`))
      .orderBy(sql`found.miles`, places.id),
  )
