import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { availability } from './schema.ts'

export const availabilityData: PersonData = {
  feature: 'availability',
  tables: { availability: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${availability} WHERE ${availability.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      availability: selectAs(
        {
          timeZone: availability.timeZone,
          weeklyJson: availability.weekly,
          datesJson: availability.dates,
          weeklySince: availability.weeklySince,
          earlierWeeklyJson: availability.earlierWeekly,
          createdAt: availability.createdAt,
          updatedAt: availability.updatedAt,
        },
        sql`FROM ${availability} WHERE ${availability.userId} = ${userId}`,
      ),
    }),
}
