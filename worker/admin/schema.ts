import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { adminRoles } from '../../domain/access/can.ts'
import { users } from '../accounts/schema.ts'

/** People who help to run the product. */
export const admins = sqliteTable('admins', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  role: text('role', { enum: adminRoles }).notNull(),
  createdAt: integer('created_at').notNull(),
})
