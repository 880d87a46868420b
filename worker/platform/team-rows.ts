import type { SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Rows that a feature stores about a team. They are deleted for good 30 days after the team was deleted. */
export type TeamRows = {
  table: SQLiteTable
  isOf: (teamId: string) => SQL
  /** A query whose rows have a `key`: the files that go with these rows. A key that ends with a slash means all files below it. */
  files?: (which: SQL) => SQL
}
