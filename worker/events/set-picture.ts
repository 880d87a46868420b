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

/** What the dates of a series show. A picture is shared within its series and nowhere else. */
export const selectSeriesPictures = (db: Database, seriesId: string | null) => selectPictures(db, eq(events.seriesId, seriesId ?? ''))

/** Pictures of `before` that are not among those that are left. */
export function freedPictures(before: readonly Picture[], left: readonly Picture[]): string[] {
  const used = new Set(left.map(({ key }) => key))
  return before.flatMap(({ key }) => (key === null || used.has(key) ? [] : [key]))
}

/**
 * Gives the event, or with it the dates of its series, a picture or none. The version stays: a form that is open beside it is not
 * about the picture. Returns the pictures that are shown nowhere any more.
 */
export async function setEventPicture(
  db: Database,
  now: number,
  hostId: string,
  eventId: string,
  { key, scope }: { key: string | null; scope: Scope },
): Promise<string[]> {
  const rows = await loadScope(db, hostId, eventId, scope, now)
  if (rows[0].state === 'cancelled') throw new AppError('EventCancelled')
  const isChanged = inList(
    events.id,
    rows.map(({ id }) => id),
  )
  const { before, left } = await runBatch(db, {
    before: selectPictures(db, isChanged),
    changed: db.update(events).set({ pictureKey: key, updatedAt: now }).where(isChanged),
    left: selectSeriesPictures(db, rows[0].seriesId),
  })
  return freedPictures(before.rows, left.rows).filter((former) => former !== key)
}
