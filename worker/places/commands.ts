import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePlace, CreatePlace, PlaceForm } from '../../domain/places/contract.ts'
import { listChanges, type PlaceFacts, roundLocation, toSearchable } from '../../domain/places/rules.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { findZone } from './find-zone.ts'
import { findStoredPlace, isPlace, placeNotFound } from './queries.ts'
import { placeEdits, places } from './schema.ts'

/** The form as it is stored, with a rounded location and its time zone. */
async function toStoredPlace(form: PlaceForm): Promise<Omit<PlaceFacts, 'photos'>> {
  const point = roundLocation(form)
  return { ...form, ...point, timeZone: await findZone(point) }
}

/** Adds a place and returns its id. A repeated request with the same key returns the existing place. */
export async function createPlace(
  db: Database,
  { now }: Pick<Clock, 'now'>,
  creatorId: string,
  { idempotencyKey, ...form }: CreatePlace,
  presetId?: string,
): Promise<string> {
  const id = presetId ?? (await deriveId('place', creatorId, idempotencyKey))
  const place = await toStoredPlace(form)
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.id} = ${id})`
  await runBatch(db, {
    // These two statements run before the insert, because `isNew` is false after it.
    located: writeCells('place_cells', [{ id, ...place }], isNew),
    indexed: indexWords('place', [toSearchable(id, place)], isNew),
    added: db
      .insert(places)
      .values({ ...place, id, photos: [], creatorId, version: 1, createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
    firstEdit: db
      .insert(placeEdits)
      .values({ placeId: id, version: 1, editorId: creatorId, changes: {}, createdAt: now })
      .onConflictDoNothing(),
  })
  return id
}

/**
 * Changes the version that the user edited, records the change in the history, and returns the new version. A repeated
 * request with the same values changes nothing and succeeds.
 */
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
  const place = await toStoredPlace(form)
  const changes = listChanges(before, { ...place, photos: before.photos })
  if (Object.keys(changes).length === 0) return storedVersion
  if (storedVersion !== version) throw makeVersionConflict()
  const isVersion = and(isPlace(id), eq(places.version, version))
  const isEditedVersion = sql`EXISTS (SELECT 1 FROM ${places} WHERE ${isVersion})`
  const { changed } = await runBatch(db, {
    edit: insertSelect(placeEdits, { placeId: id, version: version + 1, editorId, changes, createdAt: now }, sql`WHERE ${isEditedVersion}`),
    removed: removeCells('place_cells', [{ ...before, id }], isEditedVersion),
    located: writeCells('place_cells', [{ ...place, id }], isEditedVersion),
    unindexed: unindexWords('place', [toSearchable(id, before)], isEditedVersion),
    indexed: indexWords('place', [toSearchable(id, place)], isEditedVersion),
    changed: db
      .update(places)
      .set({ ...place, version: version + 1, updatedAt: now })
      .where(isVersion),
  })
  if (changed.changes === 0) throw makeVersionConflict()
  return version + 1
}

const makeVersionConflict = () => new AppError('PlaceVersionConflict')
