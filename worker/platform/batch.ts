import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

const dialect = new SQLiteAsyncDialect()

/**
 * Runs statements as one D1 transaction and one round trip: what a command is. Takes Drizzle's builders and `sql`
 * with parameters alike (Drizzle's own batch cannot bind the latter on D1). Rows come back under their column
 * names, so give columns of joined tables names that differ.
 */
export async function runBatch<Row = Record<string, unknown>>(db: Database, statements: readonly SQLWrapper[]): Promise<D1Result<Row>[]> {
  const client = db.$client
  return client.batch<Row>(
    statements.map((statement) => {
      const { sql, params } = dialect.sqlToQuery(statement.getSQL())
      return client.prepare(sql).bind(...params)
    }),
  )
}
