import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { LikePlaces, NearestPlaces, NearPlaces, PlaceCard, PlacePage, PlacesInBounds } from '../../domain/places/contract.ts'
import { likePlacesMost, placePageSize } from '../../domain/places/kinds.ts'
import { findLike, milesLike } from '../../domain/places/rules.ts'
import { selectInBounds, selectNearest } from '../geo/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { type CardRow, cardColumns, toCard } from './queries.ts'

type Near = NearPlaces['places']

const IdCursor = v.tuple([v.string()])
const nearestMiles = 15
const nearestMost = 20
/** A mile of a city has fewer; what is beyond the nearest of them is none of a pin's neighbors. */
const looked = 100

const ofActivity = (activity: string | undefined) => (activity === undefined ? {} : { activities: [activity] })

/** How many places one answer looks at where each has to be asked for more than what is played there. */
const lookedInBounds = 201

type Spotted = { spotId: string } & (CardRow | { [Column in keyof CardRow]: null })

export async function listPlacesInBounds(db: Database, search: PlacesInBounds): Promise<PlacePage> {
  const { activity: activities = [], lights, indoor, free, cursor, ...bounds } = search
  const after = readCursor(IdCursor, cursor)
  const asked = [
    ...(lights ? [sql`p.has_lights = 1`] : []),
    ...(indoor ? [sql`p.is_indoor = 1`] : []),
    // What a fee says in words is not read; where there are none it is free.
    ...(free ? [sql`p.fee = ''`] : []),
  ]
  const limit = asked.length > 0 ? lookedInBounds : placePageSize + 1
  const spots = selectInBounds({ table: 'place_cells', bounds, activities, after: after && { id: after[0] }, limit })
  const [found] = await runBatch<Spotted>(db, [
    // What does not fit leaves its place in the order empty, so that the next page knows where to go on.
    sql`SELECT found.id AS spotId, ${cardColumns} FROM (${spots}) found
      LEFT JOIN places p ON ${sql.join([sql`p.id = found.id`, sql`p.deleted_at IS NULL`, ...asked], sql` AND `)} ORDER BY found.id`,
  ])
  const rows = found?.results ?? []
  const places: PlacePage['places'] = []
  let read = 0
  for (const { spotId: _, ...row } of rows.slice(0, limit - 1)) {
    if (places.length === placePageSize) break
    read += 1
    if (row.id !== null) places.push(toCard(row))
  }
  return { places, next: cutPage(rows, read, ({ spotId }) => [spotId]).next }
}

/** Cards in the order of the ids; what is gone is left out. */
export async function listPlaceCards(db: Database, ids: readonly string[]): Promise<PlaceCard[]> {
  if (ids.length === 0) return []
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns} FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN places p ON p.id = wanted.value
      WHERE p.deleted_at IS NULL ORDER BY wanted.key`,
  ])
  return (found?.results ?? []).map(toCard)
}

export async function listNearestPlaces(db: Database, { activity, ...point }: NearestPlaces): Promise<Near> {
  return listNearest(db, { ...point, miles: nearestMiles, limit: nearestMost, ...ofActivity(activity) })
}

/** What may be the very place someone is about to add. */
export async function listLikePlaces(db: Database, { name, ...point }: LikePlaces): Promise<Near> {
  const near = await listNearest(db, { ...point, miles: milesLike, limit: looked })
  return findLike(point, name, near).slice(0, likePlacesMost)
}

type Search = { lat: number; lng: number; miles: number; limit: number; activities?: string[] }

export async function listNearest(db: Database, { lat, lng, ...search }: Search): Promise<Near> {
  const spots = selectNearest({ table: 'place_cells', point: { lat, lng }, ...search })
  const [found] = await runBatch<CardRow & { miles: number }>(db, [
    sql`SELECT ${cardColumns}, found.miles FROM (${spots}) found JOIN places p ON p.id = found.id ORDER BY found.miles, p.id`,
  ])
  return (found?.results ?? []).map((row) => ({ ...toCard(row), miles: row.miles }))
}
