import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { LikePlaces, NearestPlaces, NearPlaces, PlacePage, PlacesInBounds } from '../../domain/places/contract.ts'
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

const only = (activity: string | undefined) => (activity === undefined ? {} : { activities: [activity] })

export async function listPlacesInBounds(db: Database, { activity, cursor, ...bounds }: PlacesInBounds): Promise<PlacePage> {
  const after = readCursor(IdCursor, cursor)
  const spots = selectInBounds({
    table: 'place_cells',
    bounds,
    ...only(activity),
    after: after && { id: after[0] },
    limit: placePageSize + 1,
  })
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns} FROM (${spots}) found JOIN places p ON p.id = found.id ORDER BY p.id`,
  ])
  const { page, next } = cutPage(found?.results ?? [], placePageSize, ({ id }) => [id])
  return { places: page.map(toCard), next }
}

export async function listNearestPlaces(db: Database, { activity, ...point }: NearestPlaces): Promise<Near> {
  return listNearest(db, { ...point, miles: nearestMiles, limit: nearestMost, ...only(activity) })
}

/** What may be the very place someone is about to add. */
export async function listLikePlaces(db: Database, { name, ...point }: LikePlaces): Promise<Near> {
  const near = await listNearest(db, { ...point, miles: milesLike, limit: looked })
  return findLike(point, name, near).slice(0, likePlacesMost)
}

type Search = { lat: number; lng: number; miles: number; limit: number; activities?: string[] }

async function listNearest(db: Database, { lat, lng, ...search }: Search): Promise<Near> {
  const spots = selectNearest({ table: 'place_cells', point: { lat, lng }, ...search })
  const [found] = await runBatch<CardRow & { miles: number }>(db, [
    sql`SELECT ${cardColumns}, found.miles FROM (${spots}) found JOIN places p ON p.id = found.id ORDER BY found.miles, p.id`,
  ])
  return (found?.results ?? []).map((row) => ({ ...toCard(row), miles: row.miles }))
}
