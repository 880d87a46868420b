import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
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

/** A place with what decides who may change it. */
export type StoredPlace = PlaceFacts & { id: string; version: number; creatorId: string | null; confirmed: LatLng }

/** Also finds a place that was removed. */
export async function findAnyPlace(db: Database, placeId: string): Promise<StoredPlace | null> {
  const { creatorId, confirmedLat, confirmedLng, deletedAt } = places
  const row = await readFirst(
    db,
    db
      .select({ ...basicColumns, ...moreColumns, creatorId, confirmedLat, confirmedLng, deletedAt })
      .from(places)
      .where(eq(places.id, placeId)),
  )
  if (!row) return null
  const { confirmedLat: confirmedAtLat, confirmedLng: confirmedAtLng, deletedAt: removedAt, ...place } = row
  const confirmed = { lat: confirmedAtLat ?? place.lat, lng: confirmedAtLng ?? place.lng }
  return { ...place, confirmed, isDeleted: removedAt !== null }
}

export async function findStoredPlace(db: Database, placeId: string): Promise<StoredPlace | null> {
  const place = await findAnyPlace(db, placeId)
  return place?.isDeleted ? null : place
}

export async function requirePlace(db: Database, placeId: string): Promise<StoredPlace> {
  const place = await findStoredPlace(db, placeId)
  if (!place) throw placeNotFound()
  return place
}

/** The newest places, for the site map. Ids are sorted by creation time. */
export const listNewestPlaces = (db: Database, limit: number): Promise<{ id: string; updatedAt: number }[]> =>
  readAll(db, db.select({ id, updatedAt: places.updatedAt }).from(places).where(isNull(places.deletedAt)).orderBy(desc(id)).limit(limit))
