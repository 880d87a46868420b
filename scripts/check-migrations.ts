import type { Migration } from './migrations.ts'

/** D1 takes no longer statement. */
const longestStatement = 100_000

const forbiddenStarts = /^(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|ATTACH|DETACH|VACUUM)\b/i

/** What is wrong with the migrations, in words. Nothing found means that none of them can lose data unnoticed. */
export function findUnsafeMigrations(migrations: readonly Migration[]): string[] {
  const parents = new Set<string>()
  return migrations.flatMap((migration, index) => {
    const statements = splitStatements(migration.sql)
    for (const { sql } of statements) for (const [, parent = ''] of sql.matchAll(/\bREFERENCES\s+[`"[]?(\w+)/gi)) parents.add(parent)
    return [
      ...findNameFaults(migration.name, index),
      ...findStatementFaults(statements, parents).map((fault) => `${migration.name}: ${fault}`),
    ]
  })
}

function findNameFaults(name: string, index: number): string[] {
  if (!/^\d{4}(_[a-z0-9]+)+\.sql$/.test(name)) return [`${name}: the name must look like 0007_what_it_does.sql`]
  const number = String(index).padStart(4, '0')
  return name.startsWith(number) ? [] : [`${name}: the number must be ${number}, one for each migration without a gap`]
}

type Statement = { sql: string; comments: string }

function findStatementFaults(statements: readonly Statement[], parents: ReadonlySet<string>): string[] {
  return statements.flatMap(({ sql, comments }, index) => {
    const faults: string[] = []
    if (forbiddenStarts.test(sql)) faults.push(`D1 refuses ${sql.split(/\s/)[0]}: each migration already is one transaction`)
    if (Buffer.byteLength(sql) > longestStatement) faults.push('a statement is longer than the 100 kB that D1 takes: split it')
    if (/^PRAGMA\s+foreign_keys\b/i.test(sql)) {
      faults.push('D1 ignores PRAGMA foreign_keys: take these lines out and put PRAGMA defer_foreign_keys = on first')
    }
    if (/\bON\s+DELETE\s+(CASCADE|SET\s+NULL|SET\s+DEFAULT|RESTRICT)\b/i.test(sql)) {
      faults.push('foreign keys are ON DELETE no action: rebuilding the parent would change or lose the rows that point to it')
    }
    const dropped = tableIn(sql, /^DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?/i)
    if (dropped) faults.push(...findDropFaults(dropped, statements, index, parents))
    if (/^ALTER\s+TABLE\b.*\bDROP\s+(COLUMN\b)?/is.test(sql) && !/^--\s*data:\s*\S/im.test(comments)) {
      faults.push('DROP COLUMN needs a comment above it, `-- data: where its content went`')
    }
    return faults
  })
}

/**
 * A table may go only to come back with its rows. Drizzle's way, renaming the new table, is enough where nothing points to it.
 * Where rows do, D1 counts each as broken by the drop, and only rows put in again under the old name mend that: a rename
 * works while the tables are empty and fails in production.
 */
function findDropFaults(table: string, statements: readonly Statement[], drop: number, parents: ReadonlySet<string>): string[] {
  const before = statements.slice(0, drop).map(({ sql }) => sql)
  const after = statements.slice(drop + 1).map(({ sql }) => sql)
  const original = table.startsWith('__new_') ? table.slice('__new_'.length) : undefined
  if (original !== undefined && findFill(before, original, table)) return []
  const fresh = `__new_${table}`
  if (!findFill(before, fresh, table)) {
    return [`DROP TABLE ${table} loses its rows: first create ${fresh} and copy them there`]
  }
  const isFilledAgain = findFill(after, table, fresh)
  const isRenamed = after.some((sql) => tableIn(sql, /^ALTER\s+TABLE\s+/i) === fresh && tableIn(sql, /^.*\bRENAME\s+TO\s+/is) === table)
  if (!isFilledAgain && !isRenamed) return [`DROP TABLE ${table} loses its rows: nothing brings them back from ${fresh}`]
  if (!parents.has(table)) return []
  const faults: string[] = []
  if (!isFilledAgain) {
    faults.push(
      `other rows point to ${table}, so ${fresh} must not be renamed: create ${table} again, copy the rows from ${fresh}, drop ${fresh}`,
    )
  }
  if (!before.some((sql) => /^PRAGMA\s+defer_foreign_keys\s*=\s*(on|1|true)$/i.test(sql))) {
    faults.push(`other rows point to ${table}: put PRAGMA defer_foreign_keys = on first`)
  }
  return faults
}

/** A table is created and then filled with all rows of another. */
function findFill(statements: readonly string[], table: string, source: string): boolean {
  const created = statements.findIndex((sql) => tableIn(sql, /^CREATE\s+TABLE\s+/i) === table)
  const isCopy = (sql: string) =>
    tableIn(sql, /^INSERT\s+INTO\s+/i) === table && tableIn(sql, /^.*\bFROM\s+/is) === source && !/\b(WHERE|LIMIT)\b/i.test(sql)
  const copied = statements.findIndex(isCopy)
  return copied >= 0 && created >= 0 && copied > created
}

/** The table named right after `lead`, without its quotes. */
function tableIn(sql: string, lead: RegExp): string | undefined {
  const found = lead.exec(sql)
  return found ? /^[`"[]?(\w+)/.exec(sql.slice(found[0].length))?.[1] : undefined
}

/** Statements with the comments above each. Strings and trigger bodies are kept whole. */
function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let sql = ''
  let comments = ''
  const finish = () => {
    if (sql.trim() !== '') statements.push({ sql: sql.trim(), comments })
    sql = ''
    comments = ''
  }
  for (const [token] of text.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|;|[^-/'"`;]+|[\s\S]/g)) {
    if (token.startsWith('--> statement-breakpoint')) finish()
    else if (token.startsWith('--') || token.startsWith('/*')) {
      if (sql.trim() === '') comments += `${token}\n`
      else sql += ' '
    } else if (token !== ';') sql += token
    else if (isInsideTrigger(sql)) sql += token
    else finish()
  }
  finish()
  return statements
}

const isInsideTrigger = (sql: string) => /^\s*CREATE\s+(TEMP(ORARY)?\s+)?TRIGGER\b/i.test(sql) && !/\bEND\s*$/i.test(sql)
