import { env } from 'cloudflare:workers'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { PersonData } from '../../worker/platform/person-data.ts'
import { listPersonColumns, readSchema, type Table } from './database.ts'

/** Tables that are neither exported nor erased, with the reason. */
const untouched: Record<string, string> = {
  digest_entries: 'only references to notices, which are exported',
  sign_in_tries: 'only keyed hashes, which identify nobody without the key',
  request_counts: 'only keyed hashes, which identify nobody without the key',
}
const ofBooks = {
  ledger_months: 'sums of transactions, which are exported',
  ledger_games: 'the same',
  ledger_accounts: 'internal state of the system',
}
const notExported: Record<string, string> = {
  ...untouched,
  ...ofBooks,
  open_polls: 'the polls of the person are exported from the conversations themselves',
  poll_answers: 'the same holds for their votes',
}
const notErased: Record<string, string> = {
  ...untouched,
  plan_invoices: 'the law asks to keep what was sold',
  plan_subscriptions: 'the same',
  membership_payments: 'the same',
  orders: 'the same',
  credits: 'the same',
  ...ofBooks,
  ledger_entries: 'the law asks to keep books',
  payouts: 'the same',
  team_members: 'a person in a team cannot delete their account, so they have left all teams by then',
}

/** The feature that erases each kind of Durable Object. */
const erasedBy: Record<string, string> = { CONVERSATION: 'messages', PRESENCE: 'presence' }
const hasObjects = (binding: unknown) => Object.prototype.toString.call(binding) === '[object DurableObjectNamespace]'

let schema: Table[]
beforeAll(async () => {
  schema = await readSchema()
})

const mentionsTable = (text: string, table: string) => new RegExp(`\\b${table}\\b`).test(text)

const eraseText = ({ erase }: PersonData) =>
  erase('x', 1)
    .map((statement) => new SQLiteAsyncDialect().sqlToQuery(statement.getSQL()).sql)
    .join('\n')

/** The SQL that the export of a feature runs. */
async function exportText(data: PersonData): Promise<string> {
  const statements: string[] = []
  const db = openPrimary(env.DB)
  const client = new Proxy(db.$client, {
    get: (target, name) => {
      if (name === 'prepare') return (text: string) => statements.push(text) && target.prepare(text)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await data.export(new Proxy(db, { get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)) }), 'x', env)
  return statements.join('\n')
}

describe('The registry of personal data', () => {
  it('contains every column of the schema that identifies a person', () => {
    const known = new Set(
      personData.flatMap(({ tables }) => Object.entries(tables).flatMap(([table, columns]) => columns.map((c) => `${table}.${c}`))),
    )
    const found = schema.flatMap((table) => listPersonColumns(table).map((column) => `${table.name}.${column}`))
    expect(found.length).toBeGreaterThan(40)
    expect(found.filter((column) => !known.has(column))).toEqual([])
  })

  it('contains only existing columns, and each table in one feature', () => {
    const existing = new Set(schema.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
    for (const { feature, tables, keptColumns = {} } of personData) {
      for (const [table, columns] of Object.entries(tables)) {
        for (const column of columns) expect(existing.has(`${table}.${column}`), `${feature}: ${table}.${column}`).toBe(true)
      }
      for (const column of Object.keys(keptColumns)) expect(existing.has(column), `${feature}: ${column}`).toBe(true)
    }
    const tables = personData.flatMap(({ tables }) => Object.keys(tables))
    expect(tables.toSorted()).toEqual([...new Set(tables)].toSorted())
  })

  it.each(personData.map((data) => [data.feature, data] as const))('lets %s erase and export each of its tables', async (_, data) => {
    const [erased, exported] = [eraseText(data), await exportText(data)]
    for (const table of Object.keys(data.tables)) {
      if (!(table in notErased)) expect(mentionsTable(erased, table), `erases ${table}`).toBe(true)
      if (!(table in notExported)) expect(mentionsTable(exported, table), `exports ${table}`).toBe(true)
    }
  })

  it('contains every kind of Durable Object', () => {
    const namespaces = Object.entries(env).flatMap(([name, binding]) => (hasObjects(binding) ? [name] : []))
    expect(Object.keys(erasedBy).toSorted()).toEqual(namespaces.toSorted())
    for (const feature of Object.values(erasedBy)) {
      expect(personData.find((data) => data.feature === feature)?.eraseObjects, feature).toBeTypeOf('function')
    }
  })

  it('gives each part a unique name that can be a file name', async () => {
    for (const { feature, export: collect } of personData) {
      const parts = (await collect(openPrimary(env.DB), 'nobody', env)).map(({ name }) => name)
      expect(new Set(parts).size).toBe(parts.length)
      for (const name of [feature, ...parts]) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    }
  })
})
