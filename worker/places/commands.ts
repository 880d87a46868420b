import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePlace, CreatePlace, PlaceForm } from '../../domain/places/contract.ts'
import { listChanges, type PlaceFacts, roundSpot, searchableOf } from '../../domain/places/rules.ts'
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

/** The form as it is kept: its spot rounded, in the zone that lies there. */
async function placeIt(form: PlaceForm): Promise<Omit<PlaceFacts, 'photos'>> {
  const spot = roundSpot(form)
  return { ...form, ...spot, timeZone: await findZone(spot) }
}

/** Adds a place and returns its id. Asked again with the same key it is the one that stands there. */
export async function createPlace(
  db: Database,
  { now }: Pick<Clock, 'now'>,
  creatorId: string,
  { idempotencyKey, ...form }: CreatePlace,
  knownId?: string,
): Promise<string> {
  const id = knownId ?? (await deriveId('place', creatorId, idempotencyKey))
  const place = await placeIt(form)
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${places} WHERE ${places.id} = ${id})`
  await runBatch(db, {
    // Before the row: afterwards it would no longer be new.
    located: writeCells('place_cells', [{ id, ...place }], isNew),
    indexed: indexWords('place', [searchableOf(id, place)], isNew),
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

/** Changes what the person saw, and keeps what stood there. The same sent again is saved already. Returns the version it became. */
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
  const isVersion = and(isPlace(id), eq(places.version, version))
  const isSeen = sql`EXISTS (SELECT 1 FROM ${places} WHERE ${isVersion})`
  const { changed } = await runBatch(db, {
    edit: insertSelect(placeEdits, { placeId: id, version: version + 1, editorId, changes, createdAt: now }, sql`WHERE ${isSeen}`),
    removed: removeCells('place_cells', [{ ...before, id }], isSeen),
    located: writeCells('place_cells', [{ ...place, id }], isSeen),
    unindexed: unindexWords('place', [searchableOf(id, before)], isSeen),
    indexed: indexWords('place', [searchableOf(id, place)], isSeen),
    changed: db
      .update(places)
      .set({ ...place, version: version + 1, updatedAt: now })
      .where(isVersion),
  })
  if (changed.changes === 0) throw changedMeanwhile()
  return version + 1
}

const changedMeanwhile = () => new AppError('PlaceVersionConflict')
