import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { PlaceFlag } from '../../domain/discover/state.ts'
import { centerOf, milesToFarthest } from '../../domain/geo/distance.ts'
import type {
  NearestPlacesSearch,
  PlaceCard,
  PlacePage,
  PlacesInBoundsSearch,
  PlacesWithDistance,
  SimilarPlacesSearch,
} from '../../domain/places/contract.ts'
import { maxSimilarPlaces, placePageSize } from '../../domain/places/kinds.ts'
import { findSimilarPlaces, maxSimilarNameMiles } from '../../domain/places/rules.ts'
import { selectNearest } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { cardColumns } from './queries.ts'
import { places } from './schema.ts'

type NearPlaces = PlacesWithDistance['places']

const DistanceCursor = v.tuple([v.number(), v.string()])
const maxNearestMiles = 15
const maxNearestPlaces = 20
/** How many places near a pin are compared with a new one. Within one mile there are rarely more, even in a city. */
const maxNearRead = 100

const filterByActivity = (activity: string | undefined) => (activity === undefined ? {} : { activities: [activity] })

/** How many places one request reads if each must be checked against further filters. */
const maxFilteredRead = 201

export const listFlagConditions = ({ lights, indoor, free }: Pick<PlacesInBoundsSearch, PlaceFlag>): SQL[] => [
  ...(lights ? [eq(places.hasLights, true)] : []),
  ...(indoor ? [eq(places.isIndoor, true)] : []),
  // The fee is free text, which we do not interpret. An empty fee means free. What nobody said is null, which never matches.
  ...(free ? [eq(places.fee, '')] : []),
]

/** Places in a view, the nearest first. */
export async function listPlacesInBounds(db: Database, search: PlacesInBoundsSearch): Promise<PlacePage> {
  const { activity: activities = [], cursor, lat, lng, south, north, west, east } = search
  const bounds = { south, north, west, east }
  const after = readCursor(DistanceCursor, cursor)
  const point = lat === undefined || lng === undefined ? centerOf(bounds) : { lat, lng }
  const conditions = listFlagConditions(search)
  const limit = conditions.length > 0 ? maxFilteredRead : placePageSize + 1
  const candidates = selectNearest({
    table: 'place_cells',
    point,
    miles: milesToFarthest(point, bounds),
    bounds,
    activities,
    after: after && { miles: after[0], id: after[1] },
    limit,
  })
  const rows = await readAll(
    db,
    // A place that does not match leaves an empty row, so that the cursor of the next page is right.
    db
      .select({
        candidateId: sql<string>`found.id`.as('candidateId'),
        candidateMiles: sql<number>`found.miles`.as('candidateMiles'),
        place: cardColumns,
      })
      .from(sql`(${candidates}) found`)
      .leftJoin(places, and(eq(places.id, sql`found.id`), isNull(places.deletedAt), ...conditions))
      .orderBy(sql`found.miles`, sql`found.id`),
  )
  const page: PlaceCard[] = []
  let rowCount = 0
  for (const { place } of rows.slice(0, limit - 1)) {
    if (page.length === placePageSize) break
    rowCount += 1
    if (place !== null) page.push(place)
  }
  return { places: page, next: cutPage(rows, rowCount, ({ candidateMiles, candidateId }) => [candidateMiles, candidateId]).next }
}

/** Cards in the order of the ids. Deleted places are left out. */
export async function listPlaceCards(db: Database, ids: readonly string[]): Promise<PlaceCard[]> {
  if (ids.length === 0) return []
  return readAll(
    db,
    db
      .select(cardColumns)
      .from(sql`json_each(${JSON.stringify(ids)}) requested`)
      .crossJoin(places)
      .where(and(eq(places.id, sql`requested.value`), isNull(places.deletedAt)))
      .orderBy(sql`requested.key`),
  )
}

export async function listNearestPlaces(db: Database, { activity, ...point }: NearestPlacesSearch): Promise<NearPlaces> {
  return listNearest(db, { ...point, miles: maxNearestMiles, limit: maxNearestPlaces, ...filterByActivity(activity) })
}

/** Existing places that may be the one the user is adding. */
export async function listSimilarPlaces(db: Database, { name, ...point }: SimilarPlacesSearch): Promise<NearPlaces> {
  const near = await listNearest(db, { ...point, miles: maxSimilarNameMiles, limit: maxNearRead })
  return findSimilarPlaces(point, name, near).slice(0, maxSimilarPlaces)
}

type NearestSearch = { lat: number; lng: number; miles: number; limit: number; activities?: string[] }

export const listNearest = (db: Database, { lat, lng, ...search }: NearestSearch): Promise<NearPlaces> =>
  readAll(
    db,
    db
      .select({ ...cardColumns, miles: sql<number>`found.miles`.as('miles') })
      .from(sql`(${selectNearest({ table: 'place_cells', point: { lat, lng }, ...search })}) found`)
      .innerJoin(places, eq(places.id, sql`found.id`))
      .orderBy(sql`found.miles`, places.id),
  )
