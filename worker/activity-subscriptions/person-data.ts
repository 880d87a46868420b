import { sql } from 'drizzle-orm'
import { removeCells } from '../geo/commands.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { listIndexedSubscriptions } from './queries.ts'
import { activitySubscriptions as table } from './schema.ts'

export const activitySubscriptionData: PersonData = {
  feature: 'activity-subscriptions',
  tables: { activity_subscriptions: ['user_id'] },
  // SQL cannot compute which cells a circle covers, so the rows are read first.
  prepareErase: async (db, userId) => [removeCells('subscription_cells', await listIndexedSubscriptions(db, userId))],
  erase: (userId) => [sql`DELETE FROM ${table} WHERE ${table.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      subscriptions: selectAs(
        {
          addressName: table.addressName,
          addressDescription: table.addressDescription,
          lat: table.lat,
          lng: table.lng,
          radiusMiles: table.radius,
          activitiesJson: table.activities,
          startsAt: table.startDate,
          endsAt: table.endDate,
          isTemporary: table.isTemporary,
          createdAt: table.createdAt,
          updatedAt: table.updatedAt,
        },
        sql`FROM ${table} WHERE ${table.userId} = ${userId} ORDER BY ${table.createdAt}`,
      ),
    }),
}
