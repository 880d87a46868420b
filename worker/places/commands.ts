import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangePlace, CreatePlace, PlaceForm } from '../../domain/places/contract.ts'
import { applyChanges, splitEdit } from '../../domain/places/proposal-rules.ts'
import { type Changes, listChanges, type PlaceFacts, roundLocation, toSearchable } from '../../domain/places/rules.ts'
import { writeCells } from '../geo/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { indexWords } from '../search/commands.ts'
import { mustHaveEditsLeft } from './edit-limits.ts'
import { listChangesBack } from './edits.ts'
import { findZone } from './find-zone.ts'
import { isProposed, propose } from './proposal-commands.ts'
import { findAnyPlace, placeNotFound, requirePlace, type StoredPlace } from './queries.ts'
import { mustHavePlaceVersion, runPlaceBatch, saveVersion } from './save-version.ts'
import { placeEdits, places } from './schema.ts'

/** The form as it is stored, with a rounded location and its time zone. */
async function toStoredPlace(form: PlaceForm): Promise<Omit<PlaceFacts, 'photos' | 'isDeleted'>> {
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
 * Changes the version that the user edited, and records the change in the history. What has to wait becomes a proposal. A repeated
 * request with the same values changes nothing and succeeds.
 */
export async function changePlace(
  db: Database,
  context: CommandContext,
  editorId: string,
  id: string,
  { version, ...form }: ChangePlace,
): Promise<void> {
  const before = await requirePlace(db, id)
  const after = { ...(await toStoredPlace(form)), photos: before.photos, isDeleted: false }
  await changeOrPropose(db, context, { editorId, before, after, version })
}

/** Restores the fields of an older version, which is a change like any other. Photos stay, because deleted ones are gone. */
export async function restoreVersion(db: Database, context: CommandContext, editorId: string, id: string, version: number): Promise<void> {
  const before = await requirePlace(db, id)
  const oldFields = version < before.version ? applyChanges(before, await listChangesBack(db, id, version)) : null
  if (!oldFields) throw new AppError('PlaceVersionNotFound')
  const after = { ...oldFields, timeZone: await findZone(oldFields) }
  await changeOrPropose(db, context, { editorId, before, after, version: before.version })
}

/** Removes a place, or proposes it. Returns whether it is removed. */
export async function removePlace(db: Database, context: CommandContext, editorId: string, id: string): Promise<boolean> {
  const before = await requirePlace(db, id)
  return setDeleted(db, context, editorId, before, true)
}

/** Brings a removed place back, or proposes it. Returns whether it is back. */
export async function bringPlaceBack(db: Database, context: CommandContext, editorId: string, id: string): Promise<boolean> {
  const before = await findAnyPlace(db, id)
  if (!before) throw placeNotFound()
  return !before.isDeleted || setDeleted(db, context, editorId, before, false)
}

async function setDeleted(db: Database, context: CommandContext, editorId: string, before: StoredPlace, isDeleted: boolean) {
  if (before.creatorId === editorId) {
    await runPlaceBatch(db, saveVersion(db, { ...context, before, after: { ...before, isDeleted }, editorId }))
    return true
  }
  const changes = { isDeleted: [before.isDeleted, isDeleted] } satisfies Changes
  if (await isProposed(db, context.now, before.id, editorId, changes)) return false
  await runPlaceBatch(db, propose({ ...context, placeId: before.id, userId: editorId, changes }))
  return false
}

type Edit = { editorId: string; before: StoredPlace; after: PlaceFacts; version: number }

/** Saves what the editor may change at once, and proposes the rest. Either both happen or nothing does. */
async function changeOrPropose(db: Database, context: CommandContext, { editorId, before, after, version }: Edit): Promise<void> {
  const { id, creatorId, confirmed } = before
  const isCreator = creatorId === editorId
  const { saved, waiting } = isCreator ? { saved: after, waiting: {} } : splitEdit(before, after, confirmed)
  const isSaved = Object.keys(listChanges(before, saved)).length === 0
  const isWaiting = Object.keys(waiting).length === 0 || (await isProposed(db, context.now, id, editorId, waiting))
  if (isSaved && isWaiting) return
  if (before.version !== version) throw new AppError('PlaceVersionConflict')
  await runPlaceBatch(db, {
    isVersion: mustHavePlaceVersion(before),
    hasEditsLeft: isSaved || isCreator ? [] : mustHaveEditsLeft(id, editorId, context.now),
    proposed: isWaiting ? [] : Object.values(propose({ ...context, placeId: id, userId: editorId, changes: waiting })).flat(),
    saved: isSaved
      ? []
      : Object.values(saveVersion(db, { ...context, before, after: saved, editorId, confirmed: isCreator ? null : confirmed })).flat(),
  })
}
