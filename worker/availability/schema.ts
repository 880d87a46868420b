import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Availability } from '../../domain/availability/contract.ts'
import { users } from '../accounts/schema.ts'

/** When a person can play: wall-clock times in a zone of their own. Read and written as one. */
export const availability = sqliteTable('availability', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  timeZone: text('time_zone').notNull(),
  weekly: text('weekly', { mode: 'json' }).$type<Availability['weeklyAvailability']>().notNull(),
  dates: text('dates', { mode: 'json' }).$type<Availability['dateSpecificAvailability']>().notNull(),
  /** Goes up with each save, so that a second tab notices the first. */
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
