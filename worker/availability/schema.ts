import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Availability } from '../../domain/availability/contract.ts'
import { users } from '../accounts/schema.ts'

/** When a person can play, in local times of their time zone. Always read and written as a whole. */
export const availability = sqliteTable('availability', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  timeZone: text('time_zone').notNull(),
  weekly: text('weekly', { mode: 'json' }).$type<Availability['weeklyAvailability']>().notNull(),
  dates: text('dates', { mode: 'json' }).$type<Availability['dateSpecificAvailability']>().notNull(),
  /** When the weekly hours last changed. Only hours that have stood for a day count in answers about other people. */
  weeklySince: integer('weekly_since').notNull().default(0),
  /** The weekly hours that counted when these were saved. They count until these have stood for a day. */
  earlierWeekly: text('earlier_weekly', { mode: 'json' }).$type<Availability['weeklyAvailability']>(),
  /** Grows by one with each save, so that two tabs cannot overwrite each other. */
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
