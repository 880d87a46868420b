import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { PersonData } from '../../worker/platform/person-data.ts'
import { readSchema, type Table } from './database.ts'
import { fillEveryTable, me } from './fill.ts'
import { notExported } from './not-exported.ts'

let schema: Table[]

/**
 * Columns with contents of their own. Columns with ids are left out, because an export contains the name of the other row
 * instead.
 */
const contentColumns = ({ name: table, columns, keys }: Table): string[] =>
  columns
    .map(({ name }) => name)
    .filter((name) => !/(^|_)id$/.test(name) && !keys.some(({ from }) => from === name) && !isReferredTo(table, name))

const isReferredTo = (table: string, column: string): boolean =>
  schema.some(({ keys }) => keys.some((key) => key.table === table && key.to === column))

/** Turns all texts into JSON, because some features parse them. */
async function quoteTexts(): Promise<void> {
  for (const table of schema) {
    for (const name of contentColumns(table).filter((column) => !/e?mail|^state$|^body$/.test(column)))
      await env.DB.prepare(
        `UPDATE ${table.name} SET ${name} = json_quote(${name}) WHERE typeof(${name}) = 'text' AND NOT json_valid(${name})`,
      ).run()
  }
}

beforeAll(async () => {
  await fillEveryTable()
  schema = await readSchema()
  // This test changes every column.
  await env.DB.exec('DROP TRIGGER IF EXISTS ledger_entries_unchanged')
  await env.DB.prepare(
    "INSERT INTO team_members (team_id, user_id, role, joined_at, title) SELECT id, ?, 'member', 1, 'Equipment' FROM teams LIMIT 1",
  )
    .bind(me.id)
    .run()
  const list = await env.DB.prepare('SELECT id FROM user_lists WHERE owner_id = ?').bind(me.id).first<string>('id')
  await env.DB.prepare("INSERT INTO user_list_items VALUES ('typed', ?, NULL, 'typed@example.com', 'typed@example.com', 1)")
    .bind(list)
    .run()
  await quoteTexts()
})

const offset = 1_000_003

/** SQL for a different value of the same type that no other row has: a list stays a list, and JSON stays JSON. */
const changed = (column: string) => `CASE WHEN typeof(${column}) <> 'text' THEN ${column} + ${offset}
  WHEN ${column} LIKE '"%' THEN '"x' || substr(${column}, 2) WHEN ${column} LIKE '[%' THEN '["x",' || substr(${column}, 2)
  WHEN ${column} LIKE '{%' THEN '{"x":1,' || substr(${column}, 2) ELSE ${column} || 'x' END`
const changedBack = (column: string) => `CASE WHEN typeof(${column}) <> 'text' THEN ${column} - ${offset}
  WHEN ${column} LIKE '"%' THEN '"' || substr(${column}, 3) WHEN ${column} LIKE '[%' THEN '[' || substr(${column}, 6)
  WHEN ${column} LIKE '{%' THEN '{' || substr(${column}, 8)
  ELSE substr(${column}, 1, length(${column}) - 1) END`

const exportText = async (data: PersonData) => JSON.stringify(await data.export(openPrimary(env.DB), me.id, env))

/** Sets a column alone, although the sums of a row then no longer fit. */
const setColumn = ({ name }: Table, column: string, value: string) =>
  env.DB.batch([env.DB.prepare('PRAGMA ignore_check_constraints = on'), env.DB.prepare(`UPDATE ${name} SET ${column} = ${value}`)])

/** Finds the columns whose values can change without a change in the export. */
async function findMissingColumns(data: PersonData): Promise<string[]> {
  const before = await exportText(data)
  const missing: string[] = []
  for (const table of schema.filter(({ name }) => name in data.tables)) {
    for (const column of contentColumns(table)) {
      await setColumn(table, column, changed(column))
      if ((await exportText(data)) === before) missing.push(`${table.name}.${column}`)
      await setColumn(table, column, changedBack(column))
    }
  }
  expect(await exportText(data)).toBe(before)
  return missing
}

describe('A person’s export', () => {
  it.each(personData.map((data) => [data.feature, data] as const))(
    'contains every column of %s, except those left out for a reason',
    async (_, data) => {
      const expected = Object.keys(notExported).filter((column) => (column.split('.')[0] ?? '') in data.tables)
      expect((await findMissingColumns(data)).toSorted()).toEqual(expected.toSorted())
    },
  )
})
