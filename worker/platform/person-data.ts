import { type SQL, sql } from 'drizzle-orm'
import type { PlainErrorCode } from '../../domain/errors.ts'
import type { Env } from '../env.ts'
import { type MessageInsert, runBatch } from './batch.ts'
import type { Database } from './database.ts'
import { RowQuery } from './row-query.ts'

export type ExportPart = { name: string; rows: Record<string, unknown>[] }

/** A file that is added to the export unchanged. `what` describes it in the README. */
export type ExportFile = { name: string; what: string; bytes: Uint8Array }

/** How a feature exports the data of a person, and how it deletes them. */
export type PersonData = {
  feature: string
  /** The columns that identify a person, per table. A test compares them with the schema. */
  tables: Readonly<Record<string, readonly string[]>>
  /** Data that is kept although it belonged to the person: `table.column` and the reason. */
  keptColumns?: Readonly<Record<string, string>>
  /** While this SQL condition is true, nothing is deleted, and the person gets this error. */
  blocksDeletion?: { error: PlainErrorCode; when: (userId: string, now: number) => SQL }
  /**
   * A query whose rows have a `key`: the files of the person. A key that ends with a slash means all files below it. It runs before
   * anything is deleted.
   */
  files?: (userId: string) => SQL
  /** Makes statements that need more than SQL to prepare. They run together with those of `erase`. */
  prepareErase?: (db: Database, userId: string) => Promise<SQL[]>
  /** The statements that delete the person, in an order that respects foreign keys. Those of the account run last. */
  erase: (userId: string, now: number) => (SQL | MessageInsert)[]
  /** Deletes the data of the person in Durable Objects. A job calls it after the rows are deleted, maybe twice. */
  eraseObjects?: (env: Env, userId: string) => Promise<void>
  export: (db: Database, userId: string, env: Env) => Promise<ExportPart[]>
  /** Files of the person that are part of the export. */
  exportFiles?: (db: Database, userId: string, env: Env) => Promise<ExportFile[]>
}

/** More rows than any person has. If somebody has more, the README of the export says that the file is cut. */
export const maxExportedRows = 50_000

const isTimeColumn = (name: string) => name.endsWith('At')

/** Writes times in a format that people and programs can read, and parses columns named `…Json`. */
const readCell = ([name, value]: [string, unknown]): [string, unknown] => {
  if (isTimeColumn(name) && typeof value === 'number') return [name, new Date(value).toISOString()]
  if (name.endsWith('Json')) return [name.slice(0, -'Json'.length), typeof value === 'string' ? JSON.parse(value) : value]
  return [name, value]
}

/** Reads all parts in one round trip. Each name becomes a file. */
export async function readParts(db: Database, selects: Readonly<Record<string, SQL>>): Promise<ExportPart[]> {
  const queries = Object.entries(selects).map(([name, select]) => [name, readRows(select)] as const)
  const found = await runBatch(db, Object.fromEntries(queries))
  return Object.entries(found).map(([name, { rows }]) => ({ name, rows }))
}

const readRows = (select: SQL) =>
  new RowQuery<Record<string, unknown>>(sql`SELECT * FROM (${select}) LIMIT ${maxExportedRows}`, (row) =>
    Object.fromEntries(Object.entries(row).map(readCell)),
  )
