import { eq, type SQL, sql } from 'drizzle-orm'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { availability } from './schema.ts'

/** The availability as the user saved it. Only they may see it. Callers decide what others can learn from it. */
export async function findAvailability(db: Database, userId: string): Promise<MyAvailability> {
  const row = await readFirst(db, db.select().from(availability).where(eq(availability.userId, userId)))
  return { availability: row ? toAvailability(row) : null, version: row?.version ?? 0 }
}

type Columns = { timeZone: string; weekly: Availability['weeklyAvailability']; dates: Availability['dateSpecificAvailability'] }

/** Whether a user has saved their availability. */
export const hasAvailability = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${availability} WHERE ${availability.userId} = ${userId})`

/** In a left join, all three columns are null if the user has not saved their availability. */
export const toAvailability = ({ timeZone, weekly, dates }: { [Name in keyof Columns]: Columns[Name] | null }): Availability | null =>
  timeZone === null || weekly === null || dates === null ? null : { timeZone, weeklyAvailability: weekly, dateSpecificAvailability: dates }
