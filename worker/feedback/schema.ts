import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

export const feedback = sqliteTable(
  'feedback',
  {
    id: text('id').primaryKey(),
    /** Null after the account was deleted. */
    userId: text('user_id').references(() => users.id),
    rating: integer('rating').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('feedback_by_user').on(t.userId), index('feedback_by_age').on(t.createdAt, t.id)],
)
