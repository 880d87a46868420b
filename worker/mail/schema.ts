import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mailTopicKeys } from '../../domain/mail/topics.ts'

/**
 * Topics that are turned off for an address. We store the address and not the person, because people without an account can
 * unsubscribe too.
 */
export const mailOptouts = sqliteTable(
  'mail_optouts',
  {
    email: text('email').notNull(),
    topic: text('topic', { enum: mailTopicKeys }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.topic] })],
)
