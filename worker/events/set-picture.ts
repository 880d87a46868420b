import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/events/form-contract.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { loadScope } from './load-scope.ts'
import { events } from './schema.ts'

type Picture = { key: string | null }

export const selectPictures = (db: Database, which: SQL) =>
  db
    .selectDistinct({ key: events.pictureKey })
    .from(events)
    .where(and(which, isNotNull(events.pictureKey)))

/** The pictures of all dates of a series. Only dates of the same series share a picture. */
export const selectSeriesPictures = (db: Database, seriesId: string | null) => selectPictures(db, eq(events.seriesId, seriesId ?? ''))

/** The pictures of `before` that are no longer among the remaining ones. */
export function findUnusedPictures(before: readonly Picture[], remaining: readonly Picture[]): string[] {
  const used = new Set(remaining.map(({ key }) => key))
  return before.flatMap(({ key }) => (key === null || used.has(key) ? [] : [key]))
}

/**
 * Sets or removes the picture of an event, or of several dates of its series: of those that have the same picture. The version stays the same, because the form does not
 * save the picture. Returns the pictures that are no longer used.
 */
export async function setEventPicture(
  db: Database,
  now: number,
  hostId: string,
  eventId: string,
  { key, scope }: { key: string | null; scope: Scope },
): Promise<string[]> {
  const loaded = await loadScope(db, hostId, eventId, scope, now)
  const [edited] = loaded
  if (edited.state === 'cancelled') throw new AppError('EventCancelled')
  const rows = loaded.filter(({ pictureKey }) => pictureKey === edited.pictureKey)
  const isChanged = inList(
    events.id,
    rows.map(({ id }) => id),
  )
  const { before, remaining } = await runBatch(db, {
    before: selectPictures(db, isChanged),
    changed: db.update(events).set({ pictureKey: key, updatedAt: now }).where(isChanged),
    remaining: selectSeriesPictures(db, edited.seriesId),
  })
  return findUnusedPictures(before.rows, remaining.rows).filter((unusedKey) => unusedKey !== key)
}
