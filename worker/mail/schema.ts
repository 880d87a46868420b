import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mailTopicKeys } from '../../domain/mail/topics.ts'

/** Who asked by mail to hear no more of one topic. Keyed by address: a person without an account can ask too. */
export const mailOptouts = sqliteTable(
  'mail_optouts',
  {
    email: text('email').notNull(),
    topic: text('topic', { enum: mailTopicKeys }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.topic] })],
)
