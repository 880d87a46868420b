import { type SQL, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { type MessageInsert, runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { RowQuery } from './row-query.ts'

export type ExportPart = { name: string; rows: Record<string, unknown>[] }

/** A file that is handed out as it is. `what` says in the README what it is. */
export type ExportFile = { name: string; what: string; bytes: Uint8Array }

/** How one feature hands a person their data, and how it forgets them. */
export type PersonData = {
  feature: string
  /** The columns that lead to a person, table by table. A test holds this against the schema. */
  tables: Readonly<Record<string, readonly string[]>>
  /** What stays although it was theirs, each `table.column` with the reason. */
  kept?: Readonly<Record<string, string>>
  /** In SQL: something that must end first. While it holds, nothing is erased. */
  holds?: (userId: string) => SQL
  /** Rows of `key`: the person's files. A key that ends with a slash means all below it. Read before anything is erased. */
  files?: (userId: string) => SQL
  /** Statements that take more to work out than the database can, from what stands there now. They run with those below. */
  read?: (db: Database, userId: string) => Promise<SQL[]>
  /** The statements that forget the person, in an order that respects foreign keys. The account's own come last of all. */
  erase: (userId: string, now: number) => (SQL | MessageInsert)[]
  /** Forgets what Durable Objects hold of the person. A job does it once the rows are gone, and may do it twice. */
  eraseObjects?: (env: Env, userId: string) => Promise<void>
  export: (db: Database, userId: string, env: Env) => Promise<ExportPart[]>
  /** Files of theirs that go with the export. */
  exportFiles?: (db: Database, userId: string, env: Env) => Promise<ExportFile[]>
}

/** No person has as many rows of anything. Should one ever, the file's README says that it is cut there. */
export const maxExportedRows = 50_000

const isTime = (name: string) => name.endsWith('At')

/** Times leave as people and programs can read them; a column named `…Json` leaves as what it holds. */
const readCell = ([name, value]: [string, unknown]): [string, unknown] => {
  if (isTime(name) && typeof value === 'number') return [name, new Date(value).toISOString()]
  if (name.endsWith('Json')) return [name.slice(0, -'Json'.length), typeof value === 'string' ? JSON.parse(value) : value]
  return [name, value]
}

/** Reads what belongs together in one round trip. The names become files. */
export async function readParts(db: Database, selects: Readonly<Record<string, SQL>>): Promise<ExportPart[]> {
  const queries = Object.entries(selects).map(([name, select]) => [name, readRows(select)] as const)
  const found = await runBatch(db, Object.fromEntries(queries))
  return Object.entries(found).map(([name, { rows }]) => ({ name, rows }))
}

const readRows = (select: SQL) =>
  new RowQuery<Record<string, unknown>>(sql`SELECT * FROM (${select}) LIMIT ${maxExportedRows}`, (row) =>
    Object.fromEntries(Object.entries(row).map(readCell)),
  )
