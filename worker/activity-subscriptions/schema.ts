import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { users } from '../accounts/schema.ts'

/** An activity subscription: the user is notified about new games of these activities, in this area and period. */
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
    /** In miles. */
    radius: integer('radius').notNull(),
    activities: text('activities', { mode: 'json' }).$type<ActivitySubscription['activities']>().notNull(),
    /** UTC milliseconds. Null means no limit. */
    startDate: integer('start_date'),
    endDate: integer('end_date'),
    isTemporary: integer('is_temporary', { mode: 'boolean' }).notNull(),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('activity_subscriptions_in_order').on(t.userId, t.createdAt, t.id)],
)

/** The cells of `domain/geo` that a subscription covers, per activity. A new event looks up the subscriptions in its cells. WITHOUT ROWID. */
export const subscriptionCells = sqliteTable(
  'subscription_cells',
  {
    cell: integer('cell').notNull(),
    activity: text('activity').notNull(),
    id: text('id').notNull(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    radius: integer('radius').notNull(),
    startDate: integer('start_date'),
    endDate: integer('end_date'),
  },
  (t) => [primaryKey({ columns: [t.cell, t.activity, t.id] })],
)
