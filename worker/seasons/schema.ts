import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** Starts and ends are days of the calendar, 'YYYY-MM-DD': as text they sort as they come. */
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
    /** None once that account is gone. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('seasons_in_order').on(t.teamId, t.endsOn, t.id), index('seasons_by_creator').on(t.createdBy)],
)

/** Not WITHOUT ROWID: rows are deleted by person, too, and that would scan such a table. */
export const seasonRegistrations = sqliteTable(
  'season_registrations',
  {
    seasonId: text('season_id')
      .notNull()
      .references(() => seasons.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The season's, which never changes: a person's registrations are read in this order. */
    endsOn: text('ends_on').notNull(),
    registeredAt: integer('registered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.seasonId, t.userId] }), index('season_registrations_by_user').on(t.userId, t.endsOn, t.seasonId)],
)
