import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { PlaceCard, PlaceDetail, PlaceEditPage } from '../../domain/places/contract.ts'
import { countedMost, hereShown, pingFor, pingPause, placeEditPageSize, regularsMost } from '../../domain/places/kinds.ts'
import type { Changes, PlaceFacts } from '../../domain/places/rules.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked, showsGamesTo } from '../privacy/reach.ts'

export const placeNotFound = () => new AppError('PlaceNotFound')

/** Who is there often: so many visits, or more. */
const regularFrom = 3
const regularsLookedAt = 100

export type CardRow = Omit<PlaceCard, 'activities' | 'isIndoor' | 'hasLights'> & { activities: string; isIndoor: number; hasLights: number }

/** The columns of a card; `p` is the row of `places`. */
export const cardColumns: SQL = sql`p.id, p.name, p.lat, p.lng, p.address, p.city_name AS cityName, p.city_state AS cityState,
  p.activities, p.courts, p.surface, p.is_indoor AS isIndoor, p.has_lights AS hasLights, p.fee, p.photos->>'$[0]' AS photo`

export const toCard = ({ id, name, lat, lng, address, cityName, cityState, courts, surface, fee, photo, ...row }: CardRow): PlaceCard => ({
  ...{ id, name, lat, lng, address, cityName, cityState, courts, surface, fee, photo },
  activities: JSON.parse(row.activities),
  isIndoor: row.isIndoor === 1,
  hasLights: row.hasLights === 1,
})

type PlaceRow = Omit<CardRow, 'photo'> & {
  description: string
  timeZone: string
  hours: string | null
  amenities: string
  photos: string
  creatorId: string | null
  version: number
  createdAt: number
  updatedAt: number
}

const selectPlace = (id: string) => sql`SELECT ${cardColumns}, p.description, p.time_zone AS timeZone, p.hours, p.amenities, p.photos,
    p.creator_id AS creatorId, p.version, p.created_at AS createdAt, p.updated_at AS updatedAt
  FROM places p WHERE p.id = ${id} AND p.deleted_at IS NULL`

export type StoredPlace = PlaceFacts & { id: string; version: number }

export async function findStoredPlace(db: Database, id: string): Promise<StoredPlace | null> {
  const [found] = await runBatch<PlaceRow>(db, [selectPlace(id)])
  const [row] = found?.results ?? []
  if (!row) return null
  const { name, description, lat, lng, timeZone, address, cityName, cityState, courts, surface, fee, version } = row
  return {
    ...{ id, name, description, lat, lng, timeZone, address, cityName, courts, fee, version },
    cityState: cityState as PlaceFacts['cityState'],
    surface: surface as PlaceFacts['surface'],
    isIndoor: row.isIndoor === 1,
    hasLights: row.hasLights === 1,
    activities: JSON.parse(row.activities),
    hours: JSON.parse(row.hours ?? 'null'),
    amenities: JSON.parse(row.amenities),
    photos: JSON.parse(row.photos),
  }
}

const face = sql`u.id, u.display_name AS name, u.photo_key AS photoKey`

type FaceRow = { id: string; name: string | null; photoKey: string | null }
const toFace = ({ id, name, photoKey }: FaceRow) => makeFace(id, name, photoKey)

/** Strangers are shown nobody; between others a block is as if they were never there. `person` is a column. */
const isShownTo = (viewerId: string | null, person: SQL) => (viewerId === null ? sql`0` : nobodyBlocked(viewerId, person))

/** Those there now, without whom a block keeps apart; a stranger is told how many, all of them. */
const selectHere = (id: string, viewerId: string | null, now: number) => sql`
  SELECT count(*) AS count FROM (SELECT 1 FROM place_visits v WHERE v.place_id = ${id} AND v.here_until > ${now}
    ${viewerId === null ? sql`` : sql`AND ${nobodyBlocked(viewerId, sql`v.user_id`)}`} LIMIT ${countedMost})`

const selectRegularCount = (id: string, viewerId: string | null) => sql`
  SELECT count(*) AS count FROM (SELECT 1 FROM place_visits v WHERE v.place_id = ${id} AND v.visits >= ${regularFrom}
    ${viewerId === null ? sql`` : sql`AND ${nobodyBlocked(viewerId, sql`v.user_id`)}`} LIMIT ${countedMost})`

/** Of so many who come most often, those are shown who may be: where someone often is, is theirs to tell. */
const selectRegulars = (id: string, viewerId: string | null) => sql`
  SELECT ${face}, v.visits FROM (SELECT user_id, visits FROM place_visits WHERE place_id = ${id} AND visits >= ${regularFrom}
      ORDER BY visits DESC LIMIT ${regularsLookedAt}) v
    JOIN users u ON u.id = v.user_id AND u.deleted_at IS NULL
  WHERE ${isShownTo(viewerId, sql`v.user_id`)} ${viewerId === null ? sql`` : sql`AND ${showsGamesTo(viewerId, sql`v.user_id`)}`}
  ORDER BY v.visits DESC LIMIT ${regularsMost}`

/** All of a page in one round trip, as this viewer may see it. */
export async function findPlace(db: Database, viewerId: string | null, id: string, now: number): Promise<PlaceDetail | null> {
  const [place, followers, here, people, often, regulars, pings, mine, photos] = await runBatch(db, [
    selectPlace(id),
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM place_follows WHERE place_id = ${id} LIMIT ${countedMost})`,
    selectHere(id, viewerId, now),
    sql`SELECT ${face} FROM place_visits v JOIN users u ON u.id = v.user_id AND u.deleted_at IS NULL
      WHERE v.place_id = ${id} AND v.here_until > ${now} AND ${isShownTo(viewerId, sql`v.user_id`)}
      ORDER BY v.here_until DESC, u.id LIMIT ${hereShown}`,
    selectRegularCount(id, viewerId),
    selectRegulars(id, viewerId),
    sql`SELECT ${face}, g.id AS pingId, g.activity, g.needed, g.created_at AS createdAt, g.expires_at AS expiresAt
      FROM place_pings g JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL
      WHERE g.place_id = ${id} AND g.expires_at > ${now} AND ${isShownTo(viewerId, sql`g.user_id`)} ORDER BY g.expires_at DESC LIMIT 1`,
    sql`SELECT EXISTS (SELECT 1 FROM place_follows WHERE place_id = ${id} AND user_id = ${viewerId}) AS isFollowing,
      (SELECT here_until FROM place_visits WHERE place_id = ${id} AND user_id = ${viewerId} AND here_until > ${now}) AS hereUntil,
      max(coalesce((SELECT max(expires_at) FROM place_pings WHERE place_id = ${id}), 0) - ${pingFor},
        coalesce((SELECT max(created_at) FROM place_pings WHERE user_id = ${viewerId}), 0)) + ${pingPause} AS mayPingAt`,
    selectOwnPhotos(id, viewerId),
  ])
  const [row] = (place?.results ?? []) as PlaceRow[]
  if (!row) return null
  const count = (result: D1Result | undefined) => ((result?.results ?? []) as { count: number }[])[0]?.count ?? 0
  const [ping] = (pings?.results ?? []) as (FaceRow & Omit<NonNullable<PlaceDetail['ping']>, 'id' | 'person'> & { pingId: string })[]
  const [own] = (mine?.results ?? []) as { isFollowing: number; hereUntil: number | null; mayPingAt: number }[]
  const { photo: _, ...card } = toCard({ ...row, photo: null })
  return {
    ...card,
    description: row.description,
    timeZone: row.timeZone,
    hours: JSON.parse(row.hours ?? 'null'),
    amenities: JSON.parse(row.amenities),
    photos: JSON.parse(row.photos),
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    followers: count(followers),
    here: { count: count(here), people: ((people?.results ?? []) as FaceRow[]).map(toFace) },
    regulars: {
      count: count(often),
      people: ((regulars?.results ?? []) as (FaceRow & { visits: number })[]).map((one) => ({ person: toFace(one), visits: one.visits })),
    },
    ping: ping
      ? {
          id: ping.pingId,
          person: toFace(ping),
          ...{ activity: ping.activity, needed: ping.needed, createdAt: ping.createdAt, expiresAt: ping.expiresAt },
        }
      : null,
    mine:
      viewerId !== null && own
        ? {
            isFollowing: own.isFollowing === 1,
            hereUntil: own.hereUntil,
            mayPingAt: own.mayPingAt,
            photos: ((photos?.results ?? []) as { key: string }[]).map(({ key }) => key),
          }
        : null,
  }
}

const editsLooked = 200

/** The pictures that a person added or, having added the place, may take away. */
export const selectOwnPhotos = (placeId: string, userId: string | null) => sql`
  SELECT f.value AS key FROM places p, json_each(p.photos) f WHERE p.id = ${placeId} AND (p.creator_id = ${userId}
    OR EXISTS (SELECT 1 FROM (SELECT editor_id, changes FROM place_edits WHERE place_id = ${placeId} ORDER BY version DESC LIMIT ${editsLooked})
      -- An edit tells all pictures before and after it: theirs is the one that came by it.
      WHERE editor_id = ${userId} AND f.value IN (SELECT value FROM json_each(changes, '$.photos[1]'))
        AND f.value NOT IN (SELECT value FROM json_each(changes, '$.photos[0]'))))`

const VersionCursor = v.tuple([v.number()])

type EditRow = {
  version: number
  changes: string
  createdAt: number
  editorId: string | null
  name: string | null
  photoKey: string | null
}

/** What a place was, newest first. Null where there is no such place. */
export async function listEdits(
  db: Database,
  viewerId: string | null,
  placeId: string,
  cursor: string | undefined,
): Promise<PlaceEditPage | null> {
  const after = readCursor(VersionCursor, cursor)
  const [place, found] = await runBatch(db, [
    sql`SELECT 1 FROM places WHERE id = ${placeId} AND deleted_at IS NULL`,
    sql`SELECT e.version, e.changes, e.created_at AS createdAt, u.id AS editorId, u.display_name AS name, u.photo_key AS photoKey
      FROM place_edits e LEFT JOIN users u ON u.id = e.editor_id AND u.deleted_at IS NULL AND ${isShownTo(viewerId, sql`e.editor_id`)}
      WHERE e.place_id = ${placeId} ${after ? sql`AND e.version < ${after[0]}` : sql``}
      ORDER BY e.version DESC LIMIT ${placeEditPageSize + 1}`,
  ])
  if (!place?.results.length) return null
  const { page, next } = cutPage((found?.results ?? []) as EditRow[], placeEditPageSize, ({ version }) => [version])
  return {
    edits: page.map(({ version, changes, createdAt, editorId, name, photoKey }) => ({
      version,
      createdAt,
      editor: editorId === null ? null : makeFace(editorId, name, photoKey),
      changes: Object.entries(JSON.parse(changes) as Changes).map(([field, [before, after]]) => ({
        field: field as keyof Changes,
        before,
        after,
      })),
    })),
    next,
  }
}

/** Those who follow a place and may be told of someone there, the latest first. */
export async function listFollowersFor(db: Database, placeId: string, actorId: string, most: number): Promise<string[]> {
  const [found] = await runBatch<{ id: string }>(db, [
    sql`SELECT f.user_id AS id FROM place_follows f WHERE f.place_id = ${placeId} AND f.user_id <> ${actorId}
      AND ${nobodyBlocked(actorId, sql`f.user_id`)} ORDER BY f.created_at DESC LIMIT ${most}`,
  ])
  return (found?.results ?? []).map(({ id }) => id)
}

/** For robots. Ids go by the time they were made. */
export async function listNewestPlaces(db: Database, most: number): Promise<{ id: string; updatedAt: number }[]> {
  const [found] = await runBatch<{ id: string; updatedAt: number }>(db, [
    sql`SELECT id, updated_at AS updatedAt FROM places WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${most}`,
  ])
  return found?.results ?? []
}
