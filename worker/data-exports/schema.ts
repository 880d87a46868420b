import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { exportStates } from '../../domain/data-exports/contract.ts'
import { users } from '../accounts/schema.ts'

export const dataExports = sqliteTable(
  'data_exports',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: exportStates }).notNull(),
    /** The number of parts collected so far, out of `total`. */
    done: integer('done').notNull(),
    total: integer('total').notNull(),
    size: integer('size'),
    createdAt: integer('created_at').notNull(),
    readyAt: integer('ready_at'),
    expiresAt: integer('expires_at'),
  },
  (t) => [index('data_exports_by_user').on(t.userId, t.createdAt), index('data_exports_by_expiry').on(t.expiresAt)],
)
