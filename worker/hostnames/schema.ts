import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The own domains of communities. */
export const hostnames = sqliteTable('hostnames', {
  host: text('host').primaryKey(),
  teamId: text('team_id').notNull(),
  createdAt: integer('created_at').notNull(),
})
