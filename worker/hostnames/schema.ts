import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { teams } from '../teams/schema.ts'

/** The own domains of communities. Each belongs to the community that has proved it first. */
export const hostnames = sqliteTable('hostnames', {
  host: text('host').primaryKey(),
  teamId: text('team_id').notNull().unique(),
  createdAt: integer('created_at').notNull(),
})

/** Domains that communities want and have not proved yet. Several can want the same one. */
export const hostnameClaims = sqliteTable(
  'hostname_claims',
  {
    teamId: text('team_id')
      .primaryKey()
      .references(() => teams.id),
    host: text('host').notNull(),
    /** What the TXT record of the domain must contain. */
    token: text('token').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('hostname_claims_by_age').on(t.createdAt)],
)
