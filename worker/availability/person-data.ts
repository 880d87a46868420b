import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const availabilityData: PersonData = {
  feature: 'availability',
  tables: { availability: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM availability WHERE user_id = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      availability: sql`SELECT time_zone AS timeZone, weekly AS weeklyJson, dates AS datesJson, created_at AS createdAt, updated_at AS updatedAt
        FROM availability WHERE user_id = ${userId}`,
    }),
}
