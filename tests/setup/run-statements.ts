import type { SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../worker/platform/database.ts'

const dialect = new SQLiteAsyncDialect()

/** One batch of SQL, with D1's own answers: for what a test or the demo world looks at or writes beside the product. */
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
