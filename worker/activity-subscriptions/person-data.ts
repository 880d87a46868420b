import { sql } from 'drizzle-orm'
import { removeCells } from '../geo/commands.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { listIndexedOf } from './queries.ts'

export const activitySubscriptionData: PersonData = {
  feature: 'activity-subscriptions',
  tables: { activity_subscriptions: ['user_id'] },
  // Which cells a circle covers is known to no database.
  read: async (db, userId) => [removeCells('subscription_cells', await listIndexedOf(db, userId))],
  erase: (userId) => [sql`DELETE FROM activity_subscriptions WHERE user_id = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      subscriptions: sql`SELECT address_name AS addressName, address_description AS addressDescription, lat, lng, radius AS radiusMiles,
        activities AS activitiesJson, start_date AS startsAt, end_date AS endsAt, is_temporary AS isTemporary,
        created_at AS createdAt, updated_at AS updatedAt
        FROM activity_subscriptions WHERE user_id = ${userId} ORDER BY created_at`,
    }),
}
