import { type Column, is, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { RowQuery } from './row-query.ts'

const dialect = new SQLiteAsyncDialect()

/** The result of one statement: the rows it returned, and how many rows it changed. */
export type Outcome<Row> = { rows: Row[]; changes: number }

/** A statement of Drizzle's builder, which knows the type of its rows. */
type Builder = SQLWrapper & { readonly _: { readonly result: unknown } }

/** Plain SQL without a row type can only write, because its rows cannot be read. */
export type Statement = Builder | RowQuery<unknown> | MessageInsert | SQL

type RowOf<S> = S extends RowQuery<infer Row> ? Row : S extends { readonly _: { readonly result: readonly (infer Row)[] } } ? Row : never

export type Statements = Readonly<Record<string, Statement | readonly Statement[]>>

type Outcomes<All extends Statements> = {
  [Name in keyof All]: All[Name] extends readonly (infer Each)[] ? Outcome<RowOf<Each>>[] : Outcome<RowOf<All[Name]>>
}

/**
 * Puts messages in the outbox and returns the id of each. `runBatch` keeps these ids with the database of the request or job,
 * which sends them when it ends.
 */
export class MessageInsert implements SQLWrapper {
  readonly statement: SQL
  constructor(statement: SQL) {
    this.statement = statement
  }
  getSQL(): SQL {
    return sql`${this.statement} RETURNING id`
  }
}

/** A condition of `mustHold` was false, so the batch changed nothing. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
  readonly assertion: string
  constructor(assertion: string, cause: unknown) {
    super(`Assertion failed: ${assertion}`, { cause })
    this.assertion = assertion
  }
}

/** Undoes the whole batch if `condition` is false at this point of it. `runBatch` then throws `AssertionFailed` with the name. */
export const mustHold = (assertion: string, condition: SQL): SQL =>
  sql`INSERT INTO assertions (name, holds) SELECT ${assertion}, ${condition}`

const failedAssertion = /assertion failed: ([\w-]+)/

/**
 * Runs statements as one D1 transaction in one round trip. They run in the order in which they are listed. It accepts statements of
 * Drizzle's builder and `sql` with parameters; Drizzle's own batch cannot bind the parameters of `sql` on D1.
 */
export async function runBatch<const All extends Statements>(db: Database, statements: All): Promise<Outcomes<All>> {
  const entries: [string, Statement | readonly Statement[]][] = Object.entries(statements)
  const all = entries.flatMap(([, statement]) => statement)
  const results = (await send(db, all)).map((result, index) => readOutcome(all[index], result))
  let next = 0
  const take = () => results[next++]
  // Each name has the outcome of its own statement. The types of fromEntries cannot express that.
  return Object.fromEntries(
    entries.map(([name, statement]) => [name, Array.isArray(statement) ? statement.map(take) : take()]),
  ) as Outcomes<All>
}

/** Returns the rows of one statement. */
export async function readAll<S extends Statement>(db: Database, statement: S): Promise<RowOf<S>[]> {
  const [result] = await send(db, [statement])
  return (result ? readOutcome(statement, result).rows : []) as RowOf<S>[]
}

/** Returns the first row of one statement. */
export const readFirst = async <S extends Statement>(db: Database, statement: S): Promise<RowOf<S> | undefined> =>
  (await readAll(db, statement))[0]

/** Runs one statement that writes, and returns how many rows it changed. */
export async function write(db: Database, statement: Statement): Promise<number> {
  const [result] = await send(db, [statement])
  return result?.meta.changes ?? 0
}

async function send(db: Database, statements: readonly SQLWrapper[]): Promise<D1Result[]> {
  const client = db.$client
  if (statements.length === 0) return []
  try {
    const results = await client.batch(
      statements.map((statement) => {
        const { sql, params } = dialect.sqlToQuery(statement.getSQL())
        return client.prepare(sql).bind(...params)
      }),
    )
    results.forEach(({ results: rows }, index) => {
      if (statements[index] instanceof MessageInsert) db.outboxIds.push(...(rows as { id: string }[]).map(({ id }) => id))
    })
    return results
  } catch (error) {
    const [, assertion] = failedAssertion.exec(String(error)) ?? []
    throw assertion === undefined ? error : new AssertionFailed(assertion, error)
  }
}

type Prepared = {
  fields?: readonly { path: readonly string[]; field: Column | SQL | SQL.Aliased }[]
  mapResult(result: unknown, isFromBatch: true): unknown
}

function readOutcome(statement: Statement | undefined, { results, meta }: D1Result): Outcome<unknown> {
  const { changes } = meta
  if (statement instanceof RowQuery) return { rows: results.map((row) => statement.readRow(row as Record<string, unknown>)), changes }
  if (statement === undefined || is(statement, SQL) || statement instanceof MessageInsert) return { rows: [], changes }
  const prepared = (statement as unknown as { _prepare(): Prepared })._prepare()
  const [first] = results as object[]
  if (prepared.fields === undefined || first === undefined) return { rows: [], changes }
  // D1 returns rows by column name. If two columns have the same name, only the last one arrives.
  if (Object.keys(first).length !== prepared.fields.length) {
    const names = prepared.fields.map(({ path }) => path.join('.')).join(', ')
    throw new Error(`Two of these columns have the same name in SQL; give one an alias with .as(): ${names}`)
  }
  return { rows: prepared.mapResult({ results }, true) as unknown[], changes }
}
