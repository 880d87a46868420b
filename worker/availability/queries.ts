import { eq, type SQL, sql } from 'drizzle-orm'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { availability } from './schema.ts'

/** As the person saved it: theirs alone to see. What others learn of it is decided by who asks here. */
export async function findAvailability(db: Database, userId: string): Promise<MyAvailability> {
  const row = await readFirst(db, db.select().from(availability).where(eq(availability.userId, userId)))
  return { availability: row ? toAvailability(row) : null, version: row?.version ?? 0 }
}

type Columns = { timeZone: string; weekly: Availability['weeklyAvailability']; dates: Availability['dateSpecificAvailability'] }

/** Whether someone has said when they can play. */
export const hasAvailability = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${availability} WHERE ${availability.userId} = ${userId})`

/** Joined to other rows all three are null where nothing was saved. */
export const toAvailability = ({ timeZone, weekly, dates }: { [Name in keyof Columns]: Columns[Name] | null }): Availability | null =>
  timeZone === null || weekly === null || dates === null ? null : { timeZone, weeklyAvailability: weekly, dateSpecificAvailability: dates }
