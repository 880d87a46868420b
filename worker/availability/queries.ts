import { eq } from 'drizzle-orm'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import type { Database } from '../platform/database.ts'
import { availability } from './schema.ts'

/** As the person saved it: theirs alone to see. What others learn of it is decided by who asks here. */
export async function findAvailability(db: Database, userId: string): Promise<MyAvailability> {
  const [row] = await db.select().from(availability).where(eq(availability.userId, userId))
  if (!row) return { availability: null, version: 0 }
  const { timeZone, weekly, dates, version } = row
  return {
    availability: {
      timeZone,
      weeklyAvailability: JSON.parse(weekly) as Availability['weeklyAvailability'],
      dateSpecificAvailability: JSON.parse(dates) as Availability['dateSpecificAvailability'],
    },
    version,
  }
}
