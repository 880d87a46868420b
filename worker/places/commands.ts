import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePlace, CreatePlace, PlaceForm } from '../../domain/places/contract.ts'
import { placePhotosMost } from '../../domain/places/kinds.ts'
import { listChanges, type PlaceFacts, roundSpot, searchableOf } from '../../domain/places/rules.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { findZone } from './find-zone.ts'
import { findStoredPlace, placeNotFound, selectOwnPhotos } from './queries.ts'

/** The form as it is kept: its spot rounded, in the zone that lies there. */
async function placeIt(form: PlaceForm): Promise<Omit<PlaceFacts, 'photos'>> {
  const spot = roundSpot(form)
  return { ...form, ...spot, timeZone: await findZone(spot) }
}

const columnsOf = (place: Omit<PlaceFacts, 'photos'>): Record<string, string | number | null> => ({
  name: place.name,
  description: place.description,
  lat: place.lat,
  lng: place.lng,
  time_zone: place.timeZone,
  address: place.address,
  city_name: place.cityName,
  city_state: place.cityState,
  activities: JSON.stringify(place.activities),
  courts: place.courts,
  surface: place.surface,
  is_indoor: place.isIndoor ? 1 : 0,
  has_lights: place.hasLights ? 1 : 0,
  fee: place.fee,
  hours: place.hours === null ? null : JSON.stringify(place.hours),
  amenities: JSON.stringify(place.amenities),
})

const list = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Adds a place. Asked again with the same key it is the one that stands there. Answers its id. */
export async function createPlace(
  db: Database,
  { now }: Pick<Clock, 'now'>,
  creatorId: string,
  { idempotencyKey, ...form }: CreatePlace,
  knownId?: string,
): Promise<string> {
  const id = knownId ?? (await deriveId('place', creatorId, idempotencyKey))
  const place = await placeIt(form)
  const columns = Object.entries(columnsOf(place))
  const isNew = sql`NOT EXISTS (SELECT 1 FROM places WHERE id = ${id})`
  await runBatch(db, [
    // Before the row: afterwards it would no longer be new.
    writeCells('place_cells', [{ id, ...place }], isNew),
    ...indexWords('place', [searchableOf(id, place)], isNew),
    sql`INSERT INTO places (id, ${list(columns.map(([name]) => sql.raw(name)))}, photos, creator_id, version, created_at, updated_at)
      VALUES (${id}, ${list(columns.map(([, value]) => sql`${value}`))}, '[]', ${creatorId}, 1, ${now}, ${now}) ON CONFLICT (id) DO NOTHING`,
    sql`INSERT INTO place_edits (place_id, version, editor_id, changes, created_at) VALUES (${id}, 1, ${creatorId}, '{}', ${now})
      ON CONFLICT (place_id, version) DO NOTHING`,
  ])
  return id
}

/** Changes what the person saw, and keeps what stood there. The same sent again is saved already. Answers the version it became. */
export async function changePlace(
  db: Database,
  now: number,
  editorId: string,
  id: string,
  { version, ...form }: ChangePlace,
): Promise<number> {
  const stored = await findStoredPlace(db, id)
  if (!stored) throw placeNotFound()
  const { id: _, version: storedVersion, ...before } = stored
  const place = await placeIt(form)
  const changes = listChanges(before, { ...place, photos: before.photos })
  if (Object.keys(changes).length === 0) return storedVersion
  if (storedVersion !== version) throw changedMeanwhile()
  const isSeen = sql`EXISTS (SELECT 1 FROM places WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL)`
  const results = await runBatch(db, [
    sql`INSERT INTO place_edits (place_id, version, editor_id, changes, created_at)
      SELECT ${id}, ${version + 1}, ${editorId}, ${JSON.stringify(changes)}, ${now} WHERE ${isSeen}`,
    removeCells('place_cells', [{ ...before, id }], isSeen),
    writeCells('place_cells', [{ ...place, id }], isSeen),
    ...unindexWords('place', [searchableOf(id, before)], isSeen),
    ...indexWords('place', [searchableOf(id, place)], isSeen),
    sql`UPDATE places SET ${list(Object.entries(columnsOf(place)).map(([name, value]) => sql`${sql.raw(name)} = ${value}`))},
        version = version + 1, updated_at = ${now}
      WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL`,
  ])
  if (!results.at(-1)?.meta.changes) throw changedMeanwhile()
  return version + 1
}

const changedMeanwhile = () => new AppError('PlaceVersionConflict')

type SavedPhotos = { photos: string[]; version: number }

/** The statement of an edit that changes the pictures, the one that changes them, and what they are then. `after` is what they become, in SQL. */
const changePhotos = (id: string, editorId: string, now: number, after: SQL, when: SQL): SQL[] => [
  sql`INSERT INTO place_edits (place_id, version, editor_id, changes, created_at)
    SELECT id, version + 1, ${editorId}, json_object('photos', json_array(json(photos), json(${after}))), ${now}
    FROM places WHERE id = ${id} AND deleted_at IS NULL AND ${when}`,
  sql`UPDATE places SET photos = ${after}, version = version + 1, updated_at = ${now} WHERE id = ${id} AND deleted_at IS NULL AND ${when}`,
  sql`SELECT photos, version FROM places WHERE id = ${id} AND deleted_at IS NULL`,
]

function readPhotos(result: D1Result | undefined): SavedPhotos {
  const [row] = (result?.results ?? []) as { photos: string; version: number }[]
  if (!row) throw placeNotFound()
  return { photos: JSON.parse(row.photos), version: row.version }
}

/** Puts a picture behind the others. The same one sent again stays one. */
export async function addPhoto(db: Database, now: number, editorId: string, id: string, key: string): Promise<SavedPhotos> {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM json_each(photos) WHERE value = ${key})`
  const hasRoom = sql`json_array_length(photos) < ${placePhotosMost}`
  const after = sql`json_insert(photos, '$[#]', ${key})`
  const results = await runBatch(db, changePhotos(id, editorId, now, after, sql`${isNew} AND ${hasRoom}`))
  const saved = readPhotos(results.at(-1))
  if (!saved.photos.includes(key)) throw new AppError('PlacePhotosFull', { values: { max: placePhotosMost } })
  return saved
}

export async function removePhoto(
  db: Database,
  now: number,
  editorId: string,
  id: string,
  key: string,
): Promise<SavedPhotos & { isGone: boolean }> {
  const isOwn = sql`EXISTS (SELECT 1 FROM (${selectOwnPhotos(id, editorId)}) WHERE key = ${key})`
  const without = sql`(SELECT json_group_array(value) FROM json_each(photos) WHERE value <> ${key})`
  // The edit that took it away would else be another's word on whose it was.
  const [owned, , removed, left] = await runBatch(db, [sql`SELECT ${isOwn} AS isOwn`, ...changePhotos(id, editorId, now, without, isOwn)])
  const saved = readPhotos(left)
  const [row] = (owned?.results ?? []) as { isOwn: number }[]
  if (saved.photos.includes(key) && row?.isOwn !== 1) throw new AppError('PhotoNotYours')
  return { ...saved, isGone: (removed?.meta.changes ?? 0) > 0 }
}
