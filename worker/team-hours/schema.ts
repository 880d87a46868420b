import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DayCounts } from '../../domain/team-hours/day-counts.ts'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** A member shares their hours with one team. The row is deleted when they leave it. */
export const teamHourShares = sqliteTable(
  'team_hour_shares',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    sharedSince: integer('shared_since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_hour_shares_by_user').on(t.userId)],
)

/** How many members are free, for all who may not see who. Has no data of a person: it does not say who is counted. */
export const teamHourCounts = sqliteTable(
  'team_hour_counts',
  {
    teamId: text('team_id')
      .primaryKey()
      .references(() => teams.id),
    counts: text('counts', { mode: 'json' }).$type<DayCounts>().notNull(),
    /** The midnight at which the day of these counts ends, on the clocks of the community. */
    validUntil: integer('valid_until').notNull(),
  },
  (t) => [index('team_hour_counts_by_end').on(t.validUntil)],
)
