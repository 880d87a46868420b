import { eq } from 'drizzle-orm'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import type { Database } from '../platform/database.ts'
import { availability } from './schema.ts'

/** As the person saved it: theirs alone to see. What others learn of it is decided by who asks here. */
export async function findAvailability(db: Database, userId: string): Promise<MyAvailability> {
  const [row] = await db.select().from(availability).where(eq(availability.userId, userId))
  if (!row) return { availability: null, version: 0 }
  return { availability: readAvailability(row), version: row.version }
}

/** As `time_zone`, `weekly` and `dates` keep it. Joined to other rows all three are null where nothing was saved. */
export function readAvailability({ timeZone, weekly, dates }: Record<'timeZone' | 'weekly' | 'dates', string | null>): Availability | null {
  if (timeZone === null || weekly === null || dates === null) return null
  return { timeZone, weeklyAvailability: JSON.parse(weekly), dateSpecificAvailability: JSON.parse(dates) }
}
