import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

/** A standing search: tell me of games like these, around there, in that time. */
export const activitySubscriptions = sqliteTable(
  'activity_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    addressName: text('address_name').notNull(),
    addressDescription: text('address_description').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    /** Miles. */
    radius: integer('radius').notNull(),
    activities: text('activities').notNull(),
    /** Instants; null is open on that side. */
    startDate: integer('start_date'),
    endDate: integer('end_date'),
    isTemporary: integer('is_temporary', { mode: 'boolean' }).notNull(),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('activity_subscriptions_in_order').on(t.userId, t.createdAt, t.id)],
)
