import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { parseSync } from 'vite'

/**
 * The feature that owns each table, and the columns that only a column can be: those of one word (`name`, `state`) may be anything in
 * SQL.
 */
type Schema = { owners: ReadonlyMap<string, string>; columns: ReadonlySet<string> }

type Node = { type: string; start: number; [property: string]: unknown }

/** SQL that a file says as text, and where it begins. `isSql` is false for other text, which may become SQL somewhere else. */
type Text = { text: string; start: number; isSql: boolean }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNamed = (node: unknown, name: string) => isNode(node) && node.type === 'Identifier' && node.name === name

/** `sql.raw(…)`, `sql.identifier(…)` and `….prepare(…)` make SQL of plain text. */
function isSqlCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  const { object, property } = callee
  return isNamed(property, 'prepare') || (isNamed(object, 'sql') && (isNamed(property, 'raw') || isNamed(property, 'identifier')))
}

/** The text of a template; each `${…}` in it is one sign that is part of no name. */
const textOf = ({ quasis }: Node): string =>
  (Array.isArray(quasis) ? quasis : [])
    .map(({ value }: { value: { raw: string; cooked: string | null } }) => value.cooked ?? value.raw)
    .join('\0')

/** Each text of a file. Comments are in no syntax tree, and what stands in `${…}` is a text of its own. */
function listTexts(node: Node, isSql: boolean): Text[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ text: node.value, start: node.start, isSql }] : []
  if (node.type === 'TemplateLiteral') {
    return [{ text: textOf(node), start: node.start, isSql }, ...childrenOf(node).flatMap((child) => listTexts(child, isSql))]
  }
  if (node.type === 'TaggedTemplateExpression' && isNamed(node.tag, 'sql') && isNode(node.quasi)) {
    const { quasi } = node
    return [{ text: textOf(quasi), start: quasi.start, isSql: true }, ...childrenOf(quasi).flatMap((child) => listTexts(child, false))]
  }
  return childrenOf(node).flatMap((child) => listTexts(child, isSqlCall(node) && child !== node.callee))
}

/** Comments and strings of SQL come first, so that nothing in them counts as a name. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?<quoted>[^"]+)"|`(?<ticked>[^`]+)`|\[(?<boxed>\w+)\]|(?<plain>[A-Za-z_]\w*)/g

/** A name in SQL: given to a column there (`AS name`), in the place of a table (`FROM name`, `name.column`), or anything else. */
type Name = { name: string; place: 'given' | 'table' | 'other' }

const beforeTable = new Set(['from', 'join', 'into', 'update', 'table', 'ignore', 'replace', 'abort', 'fail', 'rollback'])

function listNames(text: string): Name[] {
  let before = ''
  return [...text.matchAll(token)].flatMap(({ 0: whole, index, groups }) => {
    const name = (groups?.quoted ?? groups?.ticked ?? groups?.boxed ?? groups?.plain)?.toLowerCase()
    if (name === undefined) return []
    const isTable = beforeTable.has(before) || /^\s*\./.test(text.slice(index + whole.length))
    const place = before === 'as' ? 'given' : isTable ? 'table' : 'other'
    before = name
    return [{ name, place }]
  })
}

/** In text that need not be SQL, only a name in the place of a table counts. */
const listTables = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+["`[]?(\w+)/g)].flatMap(([, name]) => name?.toLowerCase() ?? [])

/** In the place of a table a name is one; anywhere else it is not where the file gives this name to a column itself. */
const isSuspect = ({ name, place }: Name, given: ReadonlySet<string>) => place === 'table' || (place === 'other' && !given.has(name))

/** The tables and columns that a file names as text in SQL. */
export function findTableFaults(file: string, source: string, { owners, columns }: Schema): string[] {
  const { program, errors } = parseSync(file, source)
  const fault = errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const texts = listTexts(program as unknown as Node, false)
  const namesOf = ({ text, isSql }: Text) => (isSql ? listNames(text) : [])
  const given = new Set(texts.flatMap(namesOf).flatMap(({ name, place }) => (place === 'given' ? [name] : [])))
  const adviceOn = (name: string): string[] => {
    const owner = owners.get(name)
    if (owner !== undefined) {
      const isOwn = owner === file.split('/')[1]
      const source = isOwn ? './schema.ts' : `worker/${owner}/shared.ts, or ask a fragment or query of ${owner}`
      return [`names the table ${name} of ${owner} as text in SQL: take it from ${source}`]
    }
    // A schema says by column names which rows an index holds: drizzle-kit would write the table before them.
    if (!columns.has(name) || path.basename(file) === 'schema.ts') return []
    return [`names the column ${name} as text in SQL: take it from the table`]
  }
  return texts.flatMap((text) => {
    const line = source.slice(0, text.start).split('\n').length
    const suspects = namesOf(text).flatMap((name) => (isSuspect(name, given) ? [name.name] : []))
    return [...new Set(text.isSql ? suspects : listTables(text.text))].flatMap((name) =>
      adviceOn(name).map((advice) => `${file}:${line} ${advice}`),
    )
  })
}

/** The tables of all schema.ts. */
export async function readTables(root: string): Promise<Schema> {
  const files = listFiles(root).filter((file) => path.basename(file) === 'schema.ts')
  const tables = await Promise.all(
    files.map(async (file) => {
      const schema: Record<string, unknown> = await import(pathToFileURL(path.join(root, file)).href)
      return Object.values(schema).flatMap((value) => (is(value, Table) ? [{ table: value, owner: file.split('/')[1] ?? '' }] : []))
    }),
  )
  const all = tables.flat()
  const columns = all.flatMap(({ table }) => Object.values(getTableColumns(table)).map(({ name }) => name))
  return {
    owners: new Map(all.map(({ table, owner }) => [getTableName(table), owner])),
    columns: new Set(columns.filter((name) => name.includes('_'))),
  }
}

const listFiles = (root: string): string[] =>
  readdirSync(path.join(root, 'worker'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()

/** Every file of the Worker that names a table or column as text in SQL. */
export async function checkTables(root: string): Promise<string[]> {
  const schema = await readTables(root)
  return listFiles(root).flatMap((file) => findTableFaults(file, readFileSync(path.join(root, file), 'utf8'), schema))
}
