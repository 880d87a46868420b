import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** Start and end are calendar days as 'YYYY-MM-DD', so that they can be sorted as text. */
export const seasons = sqliteTable(
  'seasons',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    label: text('label').notNull(),
    startsOn: text('starts_on').notNull(),
    endsOn: text('ends_on').notNull(),
    /** Null once that account is deleted. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('seasons_in_order').on(t.teamId, t.endsOn, t.id), index('seasons_by_creator').on(t.createdBy)],
)

/** This table is not WITHOUT ROWID, because deleting rows by person would scan such a table. */
export const seasonRegistrations = sqliteTable(
  'season_registrations',
  {
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** A copy of the end of the season, which never changes. The registrations of a person are sorted by it. */
    endsOn: text('ends_on').notNull(),
    registeredAt: integer('registered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.seasonId, t.userId] }), index('season_registrations_by_user').on(t.userId, t.endsOn, t.seasonId)],
)
