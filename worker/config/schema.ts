import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Only what an operator changed; everything else is its default. */
export const config = sqliteTable('config', {
  key: text('key').primaryKey(),
  /** JSON, so that null is a value too. */
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
