import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/events/form-contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { loadScope } from './load-scope.ts'

/** What the dates of a series show. A picture is shared within its series and nowhere else. */
export const selectSeriesPictures = (seriesId: string | null): SQL =>
  sql`SELECT DISTINCT picture_key AS key FROM events WHERE series_id = ${seriesId} AND picture_key IS NOT NULL`

const keysOf = (result: D1Result<{ key: string }> | undefined) => (result?.results ?? []).map(({ key }) => key)

export function freedPictures(before: D1Result<{ key: string }> | undefined, left: D1Result<{ key: string }> | undefined): string[] {
  const used = new Set(keysOf(left))
  return keysOf(before).filter((key) => !used.has(key))
}

/**
 * Gives the event, or with it the dates of its series, a picture or none. The version stays: a form that is open beside it is not
 * about the picture. Answers the ones that are shown nowhere any more.
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
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const [before, , left] = await runBatch<{ key: string }>(db, [
    sql`SELECT DISTINCT picture_key AS key FROM events WHERE id IN (SELECT value FROM json_each(${ids})) AND picture_key IS NOT NULL`,
    sql`UPDATE events SET picture_key = ${key}, updated_at = ${now} WHERE id IN (SELECT value FROM json_each(${ids}))`,
    selectSeriesPictures(rows[0].seriesId),
  ])
  return freedPictures(before, left).filter((former) => former !== key)
}
