import { and, eq, sql } from 'drizzle-orm'
import { AppError, type PlainErrorCode } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { listChanges, type PlaceFacts, toSearchable } from '../../domain/places/rules.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { AssertionFailed, mustHold, runBatch, type Statements } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import type { StoredPlace } from './queries.ts'
import { placeEdits, places } from './schema.ts'

/** The conditions of changes to places. If one is false, the batch is undone and the person sees this error. */
const errorCodes: Readonly<Record<string, PlainErrorCode>> = {
  'place-version': 'PlaceVersionConflict',
  'place-edits-left': 'PlaceEditsFull',
  'place-proposals-left': 'PlaceProposalsUsedUp',
  'place-proposals-room': 'PlaceProposalsFull',
  'place-proposal-not-declined': 'PlaceProposalDeclined',
  'place-proposal-open': 'PlaceProposalNotFound',
  'place-confirmations-left': 'PlaceConfirmationsFull',
}

export async function runPlaceBatch<const All extends Statements>(db: Database, statements: All) {
  try {
    return await runBatch(db, statements)
  } catch (error) {
    const code = error instanceof AssertionFailed ? errorCodes[error.assertion] : undefined
    throw code === undefined ? error : new AppError(code, { cause: error })
  }
}

export const mustHavePlaceVersion = ({ id, version }: Pick<StoredPlace, 'id' | 'version'>) =>
  mustHold('place-version', sql`EXISTS (SELECT 1 FROM ${places} WHERE ${and(eq(places.id, id), eq(places.version, version))})`)

type VersionChange = {
  before: StoredPlace
  after: PlaceFacts
  editorId: string
  confirmerId?: string | null
  /** From where we measure the next moves. Null if the new location is confirmed. */
  confirmed?: LatLng | null
  now: number
}

/** The statements that save the next version of a place: the place, its history, and where it is found. */
export function saveVersion(db: Database, { before, after, editorId, confirmerId = null, confirmed = null, now }: VersionChange) {
  const { id } = before
  const version = before.version + 1
  const { isDeleted, name, description, lat, lng, timeZone, address, cityName, cityState, activities, courts, surface } = after
  const { isIndoor, hasLights, fee, hours, amenities } = after
  return {
    isVersion: mustHavePlaceVersion(before),
    edit: db
      .insert(placeEdits)
      .values({ placeId: id, version, editorId, confirmerId, changes: listChanges(before, after), createdAt: now }),
    removed: before.isDeleted ? [] : [removeCells('place_cells', [before]), ...unindexWords('place', [toSearchable(id, before)])],
    located: isDeleted ? [] : [writeCells('place_cells', [{ ...after, id }]), ...indexWords('place', [toSearchable(id, after)])],
    changed: db
      .update(places)
      .set({
        ...{ name, description, lat, lng, timeZone, address, cityName, cityState, activities, courts, surface },
        ...{ isIndoor, hasLights, fee, hours, amenities, version },
        confirmedLat: confirmed?.lat ?? null,
        confirmedLng: confirmed?.lng ?? null,
        updatedAt: now,
        deletedAt: isDeleted ? now : null,
      })
      .where(eq(places.id, id)),
  }
}
