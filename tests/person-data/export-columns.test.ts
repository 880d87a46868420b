import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { PersonData } from '../../worker/platform/person-data.ts'
import { readSchema, type Table } from './database.ts'
import { fillEveryTable, me } from './fill.ts'
import { keptBack } from './kept-back.ts'

let schema: Table[]

/** What leads to another row is handed out as what that row says, so columns with an id are none of these. */
const tellingColumns = ({ columns, keys }: Table): string[] =>
  columns.map(({ name }) => name).filter((name) => !/(^|_)id$/.test(name) && !keys.some(({ from }) => from === name))

/** So that a text can be read as JSON where it has to be. */
async function quoteTexts(): Promise<void> {
  for (const table of schema) {
    for (const name of tellingColumns(table).filter((column) => !/e?mail|^state$|^body$/.test(column)))
      await env.DB.prepare(
        `UPDATE ${table.name} SET ${name} = json_quote(${name}) WHERE typeof(${name}) = 'text' AND NOT json_valid(${name})`,
      ).run()
  }
}

beforeAll(async () => {
  await fillEveryTable()
  schema = await readSchema()
  await env.DB.prepare("INSERT INTO team_members SELECT id, ?, 'member', 1 FROM teams LIMIT 1").bind(me.id).run()
  const list = await env.DB.prepare('SELECT id FROM user_lists WHERE owner_id = ?').bind(me.id).first<string>('id')
  await env.DB.prepare("INSERT INTO user_list_items VALUES ('typed', ?, NULL, 'typed@example.com', 'typed@example.com', 1)")
    .bind(list)
    .run()
  await quoteTexts()
})

const far = 1_000_003

/** Another value of the same kind, which no other row has: a list stays a list, JSON stays JSON. */
const changed = (column: string) => `CASE WHEN typeof(${column}) <> 'text' THEN ${column} + ${far}
  WHEN ${column} LIKE '"%' THEN '"x' || substr(${column}, 2) WHEN ${column} LIKE '[%' THEN '["x",' || substr(${column}, 2)
  WHEN ${column} LIKE '{%' THEN '{"x":1,' || substr(${column}, 2) ELSE ${column} || 'x' END`
const changedBack = (column: string) => `CASE WHEN typeof(${column}) <> 'text' THEN ${column} - ${far}
  WHEN ${column} LIKE '"%' THEN '"' || substr(${column}, 3) WHEN ${column} LIKE '[%' THEN '[' || substr(${column}, 6)
  WHEN ${column} LIKE '{%' THEN '{' || substr(${column}, 8)
  ELSE substr(${column}, 1, length(${column}) - 1) END`

const handOut = async (data: PersonData) => JSON.stringify(await data.export(openPrimary(env.DB), me.id, env))

/** The columns that can say what they like without the person hearing of it. */
async function findUntold(data: PersonData): Promise<string[]> {
  const before = await handOut(data)
  const untold: string[] = []
  for (const table of schema.filter(({ name }) => name in data.tables)) {
    for (const column of tellingColumns(table)) {
      await env.DB.prepare(`UPDATE ${table.name} SET ${column} = ${changed(column)}`).run()
      if ((await handOut(data)) === before) untold.push(`${table.name}.${column}`)
      await env.DB.prepare(`UPDATE ${table.name} SET ${column} = ${changedBack(column)}`).run()
    }
  }
  expect(await handOut(data)).toBe(before)
  return untold
}

describe('A person’s export', () => {
  it.each(personData.map((data) => [data.feature, data] as const))(
    'has every column of %s but those kept back for a reason',
    async (_, data) => {
      const expected = Object.keys(keptBack).filter((column) => (column.split('.')[0] ?? '') in data.tables)
      expect((await findUntold(data)).toSorted()).toEqual(expected.toSorted())
    },
  )
})
