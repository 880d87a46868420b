import type { Migration } from './migrations.ts'

/** D1 does not accept longer statements. */
const maxStatementBytes = 100_000

const forbiddenStarts = /^(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|ATTACH|DETACH|VACUUM)\b/i

/** Finds problems of the migrations. If there are none, no migration can lose data without a note about it. */
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
    if (Buffer.byteLength(sql) > maxStatementBytes) faults.push('a statement is longer than the 100 kB that D1 accepts: split it')
    if (/^PRAGMA\s+foreign_keys\b/i.test(sql)) {
      faults.push('D1 ignores PRAGMA foreign_keys: remove these lines and put PRAGMA defer_foreign_keys = on first')
    }
    if (/\bON\s+DELETE\s+(CASCADE|SET\s+NULL|SET\s+DEFAULT|RESTRICT)\b/i.test(sql)) {
      faults.push(
        'foreign keys must be ON DELETE no action: otherwise rebuilding the parent table would change or delete the rows that refer to it',
      )
    }
    const dropped = tableIn(sql, /^DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?/i)
    if (dropped) faults.push(...findDropFaults(dropped, statements, index, parents))
    if (/^ALTER\s+TABLE\b.*\bDROP\s+(COLUMN\b)?/is.test(sql) && !/^--\s*data:\s*\S/im.test(comments)) {
      faults.push('DROP COLUMN needs a comment above it: `-- data: where its content went`')
    }
    return faults
  })
}

/**
 * A migration may drop a table only if it creates the table again with its rows. If no other table refers to it, Drizzle's way
 * is enough: it renames the new table. If other rows refer to it, dropping the table breaks their foreign keys, and D1 accepts
 * this only if the rows are inserted again under the old table name. A rename would work with empty tables and fail in production.
 */
function findDropFaults(table: string, statements: readonly Statement[], drop: number, parents: ReadonlySet<string>): string[] {
  const statementsBefore = statements.slice(0, drop).map(({ sql }) => sql)
  const statementsAfter = statements.slice(drop + 1).map(({ sql }) => sql)
  const original = table.startsWith('__new_') ? table.slice('__new_'.length) : undefined
  if (original !== undefined && isCreatedAndFilled(statementsBefore, original, table)) return []
  const newTable = `__new_${table}`
  if (!isCreatedAndFilled(statementsBefore, newTable, table)) {
    return [`DROP TABLE ${table} loses its rows: first create ${newTable} and copy the rows there`]
  }
  const isFilledAgain = isCreatedAndFilled(statementsAfter, table, newTable)
  const isRenamed = statementsAfter.some(
    (sql) => tableIn(sql, /^ALTER\s+TABLE\s+/i) === newTable && tableIn(sql, /^.*\bRENAME\s+TO\s+/is) === table,
  )
  if (!isFilledAgain && !isRenamed) return [`DROP TABLE ${table} loses its rows: nothing copies them back from ${newTable}`]
  if (!parents.has(table)) return []
  const faults: string[] = []
  if (!isFilledAgain) {
    faults.push(
      `other rows refer to ${table}, so ${newTable} must not be renamed: create ${table} again, copy the rows from ${newTable}, drop ${newTable}`,
    )
  }
  if (!statementsBefore.some((sql) => /^PRAGMA\s+defer_foreign_keys\s*=\s*(on|1|true)$/i.test(sql))) {
    faults.push(`other rows refer to ${table}: put PRAGMA defer_foreign_keys = on first`)
  }
  return faults
}

/** Whether the statements create a table and then copy all rows of another table into it. */
function isCreatedAndFilled(statements: readonly string[], table: string, source: string): boolean {
  const created = statements.findIndex((sql) => tableIn(sql, /^CREATE\s+TABLE\s+/i) === table)
  const isCopy = (sql: string) =>
    tableIn(sql, /^INSERT\s+INTO\s+/i) === table && tableIn(sql, /^.*\bFROM\s+/is) === source && !/\b(WHERE|LIMIT)\b/i.test(sql)
  const copied = statements.findIndex(isCopy)
  return copied >= 0 && created >= 0 && copied > created
}

/** The table name right after `lead`, without quotes. */
function tableIn(sql: string, lead: RegExp): string | undefined {
  const match = lead.exec(sql)
  return match ? /^[`"[]?(\w+)/.exec(sql.slice(match[0].length))?.[1] : undefined
}

/** Splits a migration into statements, each with the comments above it. It does not split strings or trigger bodies. */
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
