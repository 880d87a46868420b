import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PlaceFacts } from '../../domain/places/rules.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { placeFollows, places } from './schema.ts'

export const placeNotFound = () => new AppError('PlaceNotFound')

/** This row of `places` is the place, and it is not deleted. */
export const isPlace = (id: string) => and(eq(places.id, id), isNull(places.deletedAt))

/** Signed-out viewers see nobody. Two people with a block between them do not see each other. */
export const isShownTo = (viewerId: string | null, person: SQLWrapper): SQL => (viewerId === null ? sql`0` : hasNoBlock(viewerId, person))

/** Matches the rows of `place_follows` of people who are notified when the actor calls players to this place. */
export const isNotifiedOfCall = (placeId: SQLWrapper, actorId: SQLWrapper) =>
  and(sql`${placeFollows.placeId} = ${placeId}`, sql`${placeFollows.userId} <> ${actorId}`, hasNoBlock(actorId, placeFollows.userId))

const { id, name, lat, lng, address, cityName, cityState, activities, courts, surface, isIndoor, hasLights, fee } = places
const { description, timeZone, hours, amenities, photos, version } = places

/** The columns that lists and the page of a place both need. */
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

/** The newest places, for the site map. Ids are sorted by creation time. */
export const listNewestPlaces = (db: Database, limit: number): Promise<{ id: string; updatedAt: number }[]> =>
  readAll(db, db.select({ id, updatedAt: places.updatedAt }).from(places).where(isNull(places.deletedAt)).orderBy(desc(id)).limit(limit))
