import type { TimeRange } from '../../domain/availability/contract.ts'
import { eachWeekday, type Weekday } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { saveAvailability } from '../../worker/availability/commands.ts'
import { findAvailability } from '../../worker/availability/queries.ts'
import type { Database } from '../../worker/platform/database.ts'

const evening: TimeRange = { startTime: '17:30', endTime: '20:30' }

const week: Partial<Record<Weekday, TimeRange[]>> = {
  monday: [evening],
  tuesday: [evening],
  wednesday: [{ startTime: '12:00', endTime: '13:00' }, evening],
  thursday: [evening],
  saturday: [{ startTime: '08:00', endTime: '11:00' }],
}

/** Maya plays after work and on Saturday mornings, and not on Independence Day. Needs the people. */
export async function addAvailability(db: Database, now: number): Promise<void> {
  // If a user of the demo has changed these hours, we keep the change.
  if ((await findAvailability(db, 'demo-player')).availability) return
  // Hours count in answers about other people only after a day, so these are older.
  await saveAvailability(db, now - 2 * day, 'demo-player', {
    timeZone: 'America/Chicago',
    weeklyAvailability: eachWeekday((weekday) => ({ isAvailable: weekday in week, timeRanges: week[weekday] ?? [] })),
    dateSpecificAvailability: [{ date: '2027-07-04', timeRanges: [] }],
    version: 0,
  })
}
