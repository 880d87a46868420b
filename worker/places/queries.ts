import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PlaceFacts } from '../../domain/places/rules.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { placeFollows, places } from './schema.ts'

export const placeNotFound = () => new AppError('PlaceNotFound')

/** This row of `places` is the place, and it is not deleted. */
export const isPlace = (id: string) => and(eq(places.id, id), isNull(places.deletedAt))

/** Strangers are shown nobody; between others a block is as if they were never there. */
export const isShownTo = (viewerId: string | null, person: SQLWrapper): SQL =>
  viewerId === null ? sql`0` : nobodyBlocked(viewerId, person)

/** The row of `place_follows` is of someone who is told when the actor calls players to this place. */
export const isToldOfCall = (placeId: SQLWrapper, actorId: SQLWrapper) =>
  and(sql`${placeFollows.placeId} = ${placeId}`, sql`${placeFollows.userId} <> ${actorId}`, nobodyBlocked(actorId, placeFollows.userId))

const { id, name, lat, lng, address, cityName, cityState, activities, courts, surface, isIndoor, hasLights, fee } = places
const { description, timeZone, hours, amenities, photos, version } = places

/** What lists and the page of a place both show. */
export const basicColumns = { id, name, lat, lng, address, cityName, cityState, activities, courts, surface, isIndoor, hasLights, fee }

/** The columns of a `PlaceCard`. */
export const cardColumns = { ...basicColumns, photo: sql<string | null>`${photos}->>'$[0]'`.as('photo') }

export const moreColumns = { description, timeZone, hours, amenities, photos, version }

export type StoredPlace = PlaceFacts & { id: string; version: number }

export async function findStoredPlace(db: Database, placeId: string): Promise<StoredPlace | null> {
  const place = await readFirst(
    db,
    db
      .select({ ...basicColumns, ...moreColumns })
      .from(places)
      .where(isPlace(placeId)),
  )
  return place ?? null
}

/** For robots. Ids go by the time they were made. */
export const listNewestPlaces = (db: Database, limit: number): Promise<{ id: string; updatedAt: number }[]> =>
  readAll(db, db.select({ id, updatedAt: places.updatedAt }).from(places).where(isNull(places.deletedAt)).orderBy(desc(id)).limit(limit))
