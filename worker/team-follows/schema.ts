import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** People who follow a team without being in it. Triggers count them in `teams.followers`. */
export const teamFollows = sqliteTable(
  'team_follows',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_follows_in_order').on(t.userId, t.createdAt, t.teamId)],
)
