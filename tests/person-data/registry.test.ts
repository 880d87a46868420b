import { env } from 'cloudflare:workers'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { PersonData } from '../../worker/platform/person-data.ts'
import { personColumnsOf, readSchema, type Table } from './database.ts'

/** Not handed out or not erased by name, with the reason. */
const notExported: Record<string, string> = {
  sign_in_tries: 'only keyed hashes, which lead to nobody without the key',
}
const notErased: Record<string, string> = {
  ...notExported,
  team_members: 'a person in a team cannot go: the memberships have ended by then',
}

/** Which feature forgets what each kind of object holds of a person. */
const erasedBy: Record<string, string> = { PRESENCE: 'presence' }
const hasObjects = (binding: unknown) => Object.prototype.toString.call(binding) === '[object DurableObjectNamespace]'

let schema: Table[]
beforeAll(async () => {
  schema = await readSchema()
})

const names = (text: string, table: string) => new RegExp(`\\b${table}\\b`).test(text)

const eraseText = ({ erase }: PersonData) =>
  erase('x', 1)
    .map((statement) => new SQLiteAsyncDialect().sqlToQuery(statement.getSQL()).sql)
    .join('\n')

/** What an exporter asks the database. */
async function exportText(data: PersonData): Promise<string> {
  const asked: string[] = []
  const db = openPrimary(env.DB)
  const client = new Proxy(db.$client, {
    get: (target, name) => {
      if (name === 'prepare') return (text: string) => asked.push(text) && target.prepare(text)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await data.export(new Proxy(db, { get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)) }), 'x', env)
  return asked.join('\n')
}

describe('The registry of what is known of a person', () => {
  it('knows every column of the schema that leads to a person', () => {
    const known = new Set(
      personData.flatMap(({ tables }) => Object.entries(tables).flatMap(([table, columns]) => columns.map((c) => `${table}.${c}`))),
    )
    const found = schema.flatMap((table) => personColumnsOf(table).map((column) => `${table.name}.${column}`))
    expect(found.length).toBeGreaterThan(40)
    expect(found.filter((column) => !known.has(column))).toEqual([])
  })

  it('names only columns that are there, each table in one feature', () => {
    const there = new Set(schema.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
    for (const { feature, tables, kept = {} } of personData) {
      for (const [table, columns] of Object.entries(tables)) {
        for (const column of columns) expect(there.has(`${table}.${column}`), `${feature}: ${table}.${column}`).toBe(true)
      }
      for (const column of Object.keys(kept)) expect(there.has(column), `${feature}: ${column}`).toBe(true)
    }
    const tables = personData.flatMap(({ tables }) => Object.keys(tables))
    expect(tables.toSorted()).toEqual([...new Set(tables)].toSorted())
  })

  it.each(personData.map((data) => [data.feature, data] as const))('%s erases and hands out each of its tables', async (_, data) => {
    const [erased, exported] = [eraseText(data), await exportText(data)]
    for (const table of Object.keys(data.tables)) {
      if (!(table in notErased)) expect(names(erased, table), `erases ${table}`).toBe(true)
      if (!(table in notExported)) expect(names(exported, table), `exports ${table}`).toBe(true)
    }
  })

  it('knows every kind of Durable Object', () => {
    const namespaces = Object.entries(env).flatMap(([name, binding]) => (hasObjects(binding) ? [name] : []))
    expect(Object.keys(erasedBy).toSorted()).toEqual(namespaces.toSorted())
    for (const feature of Object.values(erasedBy)) {
      expect(personData.find((data) => data.feature === feature)?.eraseObjects, feature).toBeTypeOf('function')
    }
  })

  it('gives each part a name of its own, good for a file', async () => {
    for (const { feature, export: collect } of personData) {
      const parts = (await collect(openPrimary(env.DB), 'nobody', env)).map(({ name }) => name)
      expect(new Set(parts).size).toBe(parts.length)
      for (const name of [feature, ...parts]) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    }
  })
})
