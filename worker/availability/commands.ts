import { and, eq, lte, sql } from 'drizzle-orm'
import { settleTime } from '../../domain/availability/compare-hours.ts'
import type { SaveAvailability } from '../../domain/availability/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { availability } from './schema.ts'

/**
 * Saves the availability and returns its new version. Throws an error if another tab has saved since. A repeated request
 * with the same values succeeds, because the first answer may have been lost.
 */
export async function saveAvailability(
  db: Database,
  now: number,
  userId: string,
  { version, timeZone, weeklyAvailability: weekly, dateSpecificAvailability: dates }: SaveAvailability,
): Promise<number> {
  const isMine = eq(availability.userId, userId)
  const isSame = and(isMine, eq(availability.timeZone, timeZone), eq(availability.weekly, weekly), eq(availability.dates, dates))
  const isSameWeek = eq(availability.weekly, weekly)
  const hasSettled = lte(availability.weeklySince, now - settleTime)
  const { saved, same } = await runBatch(db, {
    saved:
      version === 0
        ? db
            .insert(availability)
            .values({ userId, timeZone, weekly, dates, weeklySince: now, version: 1, createdAt: now, updatedAt: now })
            .onConflictDoNothing()
        : db
            .update(availability)
            .set({
              timeZone,
              weekly,
              dates,
              weeklySince: sql`iif(${isSameWeek}, ${availability.weeklySince}, ${now})`,
              earlierWeekly: sql`iif(NOT ${isSameWeek} AND ${hasSettled}, ${availability.weekly}, ${availability.earlierWeekly})`,
              version: sql`${availability.version} + 1`,
              updatedAt: now,
            })
            .where(and(isMine, eq(availability.version, version))),
    same: db.select({ version: availability.version }).from(availability).where(isSame),
  })
  if (saved.changes) return version + 1
  const [row] = same.rows
  if (row) return row.version
  throw new AppError('AvailabilityVersionConflict')
}
