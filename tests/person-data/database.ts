import { env } from 'cloudflare:workers'

type Column = { name: string; type: string; notnull: number; pk: number }
type ForeignKey = { from: string; table: string; to: string }
export type Table = { name: string; columns: Column[]; keys: ForeignKey[] }

/** All tables of the database. A table comes after the tables that it refers to. */
export async function readSchema(): Promise<Table[]> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all<{ name: string }>()
  const names = results.map(({ name }) => name).filter((name) => !/^(sqlite|d1|_cf)_/.test(name))
  const tables = await Promise.all(
    names.map(async (name) => ({
      name,
      columns: (await env.DB.prepare(`PRAGMA table_info(${name})`).all<Column>()).results,
      keys: (await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<ForeignKey>()).results,
    })),
  )
  const sorted: Table[] = []
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !sorted.includes(table) && table.keys.every((key) => key.table === table.name || sorted.some(({ name }) => name === key.table)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...ready)
  }
  return sorted
}

const personColumnNames =
  /(^|_)e?mail(_key)?$|_by$|^(user|person|owner|creator|actor|member|author|sender|host|player|uid)_id$|^user_?id$|^full_name$|^display_name$/

/** Columns that identify a person, by their foreign key or by their name. */
export const listPersonColumns = ({ columns, keys }: Table): string[] =>
  columns
    .map(({ name }) => name)
    .filter((name) => personColumnNames.test(name) || keys.some((key) => key.from === name && key.table === 'users'))

export type Dump = Record<string, Record<string, unknown>[]>

/** All rows of the database. */
export async function dumpDatabase(): Promise<Dump> {
  const tables = await readSchema()
  return Object.fromEntries(
    await Promise.all(tables.map(async ({ name }) => [name, (await env.DB.prepare(`SELECT * FROM ${name}`).all()).results] as const)),
  )
}
