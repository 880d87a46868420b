import { and, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxPlacePhotos } from '../../domain/places/kinds.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { mustHaveEditsLeft } from './edit-limits.ts'
import { selectOwnPhotos } from './edits.ts'
import { isPlace, placeNotFound } from './queries.ts'
import { runPlaceBatch } from './save-version.ts'
import { placeEdits, places } from './schema.ts'

type SavedPhotos = { photos: string[]; version: number }

type PhotoChange = {
  id: string
  editorId: string
  now: number
  /** An SQL expression for the new list of photos. */
  after: SQL
  condition: SQL
}

/** The statements of a photo change: the history entry, the change itself, and the result. */
function changePhotos(db: Database, { id, editorId, now, after, condition }: PhotoChange) {
  const nextVersion = sql`${places.version} + 1`
  const isChanged = and(isPlace(id), condition)
  return {
    edit: insertSelect(
      placeEdits,
      {
        placeId: places.id,
        version: nextVersion,
        editorId,
        changes: sql`json_object('photos', json_array(json(${places.photos}), json(${after})))`,
        createdAt: now,
      },
      sql`FROM ${places} WHERE ${isChanged}`,
    ),
    changed: db.update(places).set({ photos: after, version: nextVersion, updatedAt: now }).where(isChanged),
    saved: db.select({ photos: places.photos, version: places.version }).from(places).where(isPlace(id)),
  }
}

function readPhotos({ rows: [saved] }: { rows: SavedPhotos[] }): SavedPhotos {
  if (!saved) throw placeNotFound()
  return saved
}

/** Adds a photo at the end. A repeated request adds it only once. */
export async function addPhoto(db: Database, now: number, editorId: string, id: string, key: string): Promise<SavedPhotos> {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM json_each(${places.photos}) WHERE value = ${key})`
  const hasRoom = sql`json_array_length(${places.photos}) < ${maxPlacePhotos}`
  const after = sql`json_insert(${places.photos}, '$[#]', ${key})`
  const change = changePhotos(db, { id, editorId, now, after, condition: sql`${isNew} AND ${hasRoom}` })
  const { saved } = await runPlaceBatch(db, { hasEditsLeft: mustHaveEditsLeft(id, editorId, now), ...change })
  const photos = readPhotos(saved)
  if (!photos.photos.includes(key)) throw new AppError('PlacePhotosFull', { values: { max: maxPlacePhotos } })
  return photos
}

export async function removePhoto(
  db: Database,
  now: number,
  editorId: string,
  id: string,
  key: string,
): Promise<SavedPhotos & { isGone: boolean }> {
  const isOwn = sql`EXISTS (SELECT 1 FROM (${selectOwnPhotos(id, editorId)}) WHERE key = ${key})`
  const after = sql`(SELECT json_group_array(value) FROM json_each(${places.photos}) WHERE value <> ${key})`
  const { owned, changed, saved } = await runBatch(db, {
    // Must run before the change, because ownership is read from the current photos.
    owned: select({ isOwn: asBoolean }, sql`SELECT ${isOwn} AS isOwn`),
    ...changePhotos(db, { id, editorId, now, after, condition: isOwn }),
  })
  const photos = readPhotos(saved)
  if (photos.photos.includes(key) && !owned.rows[0]?.isOwn) throw new AppError('PhotoNotYours')
  return { ...photos, isGone: changed.changes > 0 }
}
