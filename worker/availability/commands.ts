import { sql } from 'drizzle-orm'
import type { SaveAvailability } from '../../domain/availability/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/**
 * Creates at the first save, updates afterwards, and only what the person saw: of two tabs the second is told. The same
 * sent again, after an answer that never arrived, is saved already. Answers the version it became.
 */
export async function saveAvailability(
  db: Database,
  now: number,
  userId: string,
  { version, timeZone, weeklyAvailability, dateSpecificAvailability }: SaveAvailability,
): Promise<number> {
  const weekly = JSON.stringify(weeklyAvailability)
  const dates = JSON.stringify(dateSpecificAvailability)
  const [saved, found] = await runBatch(db, [
    version === 0
      ? sql`INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at)
          VALUES (${userId}, ${timeZone}, ${weekly}, ${dates}, 1, ${now}, ${now}) ON CONFLICT (user_id) DO NOTHING`
      : sql`UPDATE availability SET time_zone = ${timeZone}, weekly = ${weekly}, dates = ${dates}, version = version + 1, updated_at = ${now}
          WHERE user_id = ${userId} AND version = ${version}`,
    sql`SELECT time_zone = ${timeZone} AND weekly = ${weekly} AND dates = ${dates} AS isSame, version FROM availability
      WHERE user_id = ${userId}`,
  ])
  if (saved?.meta.changes) return version + 1
  const [row] = (found?.results ?? []) as { isSame: number; version: number }[]
  if (row?.isSame) return row.version
  throw new AppError('AvailabilityVersionConflict')
}
