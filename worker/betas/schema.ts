import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

/** The betas that are on for each person. */
export const userBetas = sqliteTable(
  'user_betas',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    beta: text('beta').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.beta] })],
)
