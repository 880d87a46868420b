import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/schema.ts'

export const userLists = sqliteTable(
  'user_lists',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('user_lists_in_order').on(t.ownerId, t.createdAt, t.id)],
)

/** A person chosen by name, or a typed email. We never reveal whether a typed email has an account. */
export const userListItems = sqliteTable(
  'user_list_items',
  {
    id: text('id').primaryKey(),
    listId: text('list_id')
      .notNull()
      .references(() => userLists.id),
    userId: text('user_id').references(() => users.id),
    email: text('email'),
    emailKey: text('email_key'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('user_list_items_one_person').on(t.listId, t.userId).where(sql`user_id IS NOT NULL`),
    uniqueIndex('user_list_items_one_email').on(t.listId, t.emailKey).where(sql`email_key IS NOT NULL`),
    index('user_list_items_in_order').on(t.listId, t.createdAt, t.id),
    index('user_list_items_by_user').on(t.userId),
    index('user_list_items_by_email').on(t.emailKey),
  ],
)
