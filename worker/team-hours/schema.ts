import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
