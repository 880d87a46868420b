import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../worker/platform/database.ts'

const dialect = new SQLiteAsyncDialect()

/**
 * Runs one batch of SQL and returns the results of D1. Tests and the demo world use it to read and write without the code of the
 * product.
 */
export const runStatements = <Row = Record<string, unknown>>(
  { $client }: Database,
  statements: readonly SQLWrapper[],
): Promise<D1Result<Row>[]> =>
  $client.batch<Row>(
    statements.map((statement) => {
      const { sql, params } = dialect.sqlToQuery(statement.getSQL())
      return $client.prepare(sql).bind(...params)
    }),
  )
