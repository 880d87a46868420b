import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Holds only the values that an operator changed. All others have their default. */
export const config = sqliteTable('config', {
  key: text('key').primaryKey(),
  /** JSON, so that null can be stored as a value. */
  value: text('value').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
