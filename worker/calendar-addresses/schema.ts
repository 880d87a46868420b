import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'
import { teams } from '../teams/schema.ts'

/** The address at which calendar apps read the games of a person, or those of a team that this member may see. */
export const calendarAddresses = sqliteTable(
  'calendar_addresses',
  {
    /** Half of the address. The other half is our signature of it, which is stored nowhere. */
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Null for the games of the person. */
    teamId: text('team_id').references(() => teams.id),
    hasOtherTeams: integer('has_other_teams', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('calendar_addresses_of_person').on(t.userId).where(sql`team_id IS NULL`),
    uniqueIndex('calendar_addresses_of_team').on(t.teamId, t.userId).where(sql`team_id IS NOT NULL`),
    index('calendar_addresses_by_user').on(t.userId),
  ],
)
