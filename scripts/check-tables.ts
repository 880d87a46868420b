import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { parseSync } from 'vite'

/**
 * The feature that owns each table, and all column names with an underscore. Column names of one word, such as `name` or `state`,
 * are left out, because they can also mean something else in SQL.
 */
type Schema = { owners: ReadonlyMap<string, string>; columns: ReadonlySet<string> }

type Node = { type: string; start: number; [property: string]: unknown }

/** A text in a source file, and its position. `isSql` says whether it is SQL for sure. Other texts may still become SQL elsewhere. */
type Text = { text: string; start: number; isSql: boolean }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNamed = (node: unknown, name: string) => isNode(node) && node.type === 'Identifier' && node.name === name

/** Whether a node is a call of `sql.raw(…)`, `sql.identifier(…)` or `….prepare(…)`, which turn plain text into SQL. */
function isSqlCall({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  const { object, property } = callee
  return isNamed(property, 'prepare') || (isNamed(object, 'sql') && (isNamed(property, 'raw') || isNamed(property, 'identifier')))
}

/** The text of a template literal. Each `${…}` is replaced by a character that cannot be part of a name. */
const textOf = ({ quasis }: Node): string =>
  (Array.isArray(quasis) ? quasis : [])
    .map(({ value }: { value: { raw: string; cooked: string | null } }) => value.cooked ?? value.raw)
    .join('\0')

/** Lists all texts of a file. The syntax tree contains no comments. Texts inside `${…}` are listed separately. */
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

/** Matches the parts of SQL. Comments and strings come first, so that nothing inside them counts as a name. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?<quoted>[^"]+)"|`(?<ticked>[^`]+)`|\[(?<boxed>\w+)\]|(?<plain>[A-Za-z_]\w*)/g

/** A name in SQL, and its role: an alias (`AS name`), a table (`FROM name`, `name.column`), or anything else. */
type Name = { name: string; role: 'alias' | 'table' | 'other' }

const tableKeywords = new Set(['from', 'join', 'into', 'update', 'table', 'ignore', 'replace', 'abort', 'fail', 'rollback'])

function listNames(text: string): Name[] {
  let previousName = ''
  return [...text.matchAll(token)].flatMap(({ 0: whole, index, groups }) => {
    const name = (groups?.quoted ?? groups?.ticked ?? groups?.boxed ?? groups?.plain)?.toLowerCase()
    if (name === undefined) return []
    const isTable = tableKeywords.has(previousName) || /^\s*\./.test(text.slice(index + whole.length))
    const role = previousName === 'as' ? 'alias' : isTable ? 'table' : 'other'
    previousName = name
    return [{ name, role }]
  })
}

/** Lists the tables in a text that may not be SQL: only names after words such as FROM and JOIN. */
const listTables = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+["`[]?(\w+)/g)].flatMap(([, name]) => name?.toLowerCase() ?? [])

/** Whether a name can mean a table or column. An alias that the file defines itself does not count, unless it is used as a table. */
const isSuspect = ({ name, role }: Name, aliases: ReadonlySet<string>) => role === 'table' || (role === 'other' && !aliases.has(name))

/** Finds the tables and columns whose names a file writes as text in SQL. */
export function findTableFaults(file: string, source: string, { owners, columns }: Schema): string[] {
  const { program, errors } = parseSync(file, source)
  const fault = errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const texts = listTexts(program as unknown as Node, false)
  const namesOf = ({ text, isSql }: Text) => (isSql ? listNames(text) : [])
  const aliases = new Set(texts.flatMap(namesOf).flatMap(({ name, role }) => (role === 'alias' ? [name] : [])))
  const describeFault = (name: string): string[] => {
    const owner = owners.get(name)
    if (owner !== undefined) {
      const isOwn = owner === file.split('/')[1]
      const source = isOwn ? './schema.ts' : `worker/${owner}/shared.ts, or a fragment or query of ${owner}`
      return [`writes the table name ${name} of ${owner} as text in SQL: use ${source}`]
    }
    // A schema must write column names as text in the condition of an index, because drizzle-kit would add the table name.
    if (!columns.has(name) || path.basename(file) === 'schema.ts') return []
    return [`writes the column name ${name} as text in SQL: use the column of the table`]
  }
  return texts.flatMap((text) => {
    const line = source.slice(0, text.start).split('\n').length
    const suspects = namesOf(text).flatMap((name) => (isSuspect(name, aliases) ? [name.name] : []))
    return [...new Set(text.isSql ? suspects : listTables(text.text))].flatMap((name) =>
      describeFault(name).map((advice) => `${file}:${line} ${advice}`),
    )
  })
}

/** Reads the tables of all schema.ts files. */
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

/** Finds all table and column names that files of the Worker write as text in SQL. */
export async function checkTables(root: string): Promise<string[]> {
  const schema = await readTables(root)
  return listFiles(root).flatMap((file) => findTableFaults(file, readFileSync(path.join(root, file), 'utf8'), schema))
}
