import * as v from 'valibot'
import type { SqlRunner } from './sql-runner.ts'

export type Table = { name: string; columns: string[]; key: string[] }
export type Schema = { tables: Table[]; searchIndexes: string[]; triggers: { name: string; sql: string }[] }

const TableRow = v.object({ name: v.string(), type: v.string(), wr: v.number(), schema: v.string() })
const ColumnRow = v.object({ name: v.string(), pk: v.number(), hidden: v.number() })
const MasterRow = v.object({ name: v.string(), type: v.string(), sql: v.nullable(v.string()) })

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Whether a table belongs to SQLite or D1, or is the list of migrations, which a restore fills when it applies them. */
const isInternal = (name: string) => /^(sqlite_|_cf_)/.test(name) || name === 'd1_migrations'

/**
 * Reads what a backup contains: plain tables. Search indexes are virtual tables that cannot be exported, so a restore rebuilds them
 * from the tables that they index. A search index without such a table could not be restored, so it is refused here.
 */
export async function readSchema({ query }: SqlRunner): Promise<Schema> {
  const all = v
    .parse(v.array(TableRow), await query('PRAGMA table_list'))
    .filter(({ schema, name }) => schema === 'main' && !isInternal(name))
  const tables: Table[] = []
  for (const { name, wr } of all.filter(({ type }) => type === 'table').sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const columns = v.parse(v.array(ColumnRow), await query(`PRAGMA table_xinfo(${quoteName(name)})`))
    const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    // Hidden columns are computed from other columns.
    const stored = columns.filter(({ hidden }) => hidden === 0).map((column) => column.name)
    tables.push({ name, columns: stored, key: wr === 1 ? primary.map((column) => column.name) : ['rowid'] })
  }
  const master = v.parse(v.array(MasterRow), await query('SELECT name, type, sql FROM sqlite_master'))
  const searchIndexes = master.filter(({ type, sql }) => type === 'table' && /\bUSING\s+fts5\b/i.test(sql ?? ''))
  for (const { name, sql } of searchIndexes) {
    if (!/\bcontent\s*=\s*['"]?\w/i.test(sql ?? ''))
      throw new Error(`The search index ${name} has no content table, so it could not be restored.`)
  }
  const triggers = master.flatMap(({ type, name, sql }) => (type === 'trigger' && sql ? [{ name, sql }] : []))
  return { tables, searchIndexes: searchIndexes.map(({ name }) => name), triggers }
}
