import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCircles, findImportFaults } from '../../scripts/check-imports.ts'
import { findUnsafeMigrations } from '../../scripts/check-migrations.ts'
import { findSchemaDrift } from '../../scripts/check-schema-drift.ts'
import { checkTables, findTableFaults, readTables } from '../../scripts/check-tables.ts'
import { cacheDir, root } from '../../scripts/environment.ts'

describe('migrations', () => {
  const check = (sql: string, name = '0000_try_it.sql') => findUnsafeMigrations([{ name, sql }])

  it('accepts what drizzle-kit generates', () => {
    expect(
      check("CREATE TABLE `a` (`id` text PRIMARY KEY NOT NULL, `b` text DEFAULT 'x;y' REFERENCES c(id) ON DELETE no action);"),
    ).toEqual([])
    expect(check('CREATE INDEX `a_b` ON `a` (`b`);--> statement-breakpoint\nALTER TABLE `a` ADD `c` text;')).toEqual([])
  })

  const renamed = [
    'CREATE TABLE `__new_a` (`id` text PRIMARY KEY NOT NULL);',
    'INSERT INTO `__new_a`("id") SELECT "id" FROM `a`;',
    'DROP TABLE `a`;',
    'ALTER TABLE `__new_a` RENAME TO `a`;',
  ]
  const copiedBack = [
    'PRAGMA defer_foreign_keys = on;',
    ...renamed.slice(0, 3),
    'CREATE TABLE `a` (`id` text PRIMARY KEY NOT NULL);',
    'INSERT INTO `a`("id") SELECT "id" FROM `__new_a`;',
    'DROP TABLE `__new_a`;',
  ]
  const child = 'CREATE TABLE b (id text REFERENCES a(id));'
  const without = (steps: string[], missing: number) => steps.filter((_, index) => index !== missing).join('\n--> statement-breakpoint\n')

  it('accepts a complete rebuild', () => {
    expect(check(renamed.join('\n--> statement-breakpoint\n'))).toEqual([])
    expect(check(copiedBack.join('\n'))).toEqual([])
    expect(check([child, ...copiedBack].join('\n'))).toEqual([])
  })

  it.each([0, 1, 3])('refuses a rebuild by renaming if step %i is missing', (missing) => {
    expect(check(without(renamed, missing)).join()).toContain('DROP TABLE a loses its rows')
  })

  it.each([1, 2, 4, 5])('refuses a rebuild by copying back if step %i is missing', (missing) => {
    expect(check(without([child, ...copiedBack], missing + 1)).join()).toContain('loses its rows')
  })

  it('refuses a rebuild that drops the table before it copies the rows, or copies only some rows', () => {
    const [create = '', copy = '', drop = '', rename = ''] = renamed
    expect(check([create, drop, copy, rename].join('\n'))).toHaveLength(1)
    expect(check([create, copy.replace(';', ' WHERE 1;'), drop, rename].join('\n'))).toHaveLength(1)
  })

  it('refuses a rename if other tables refer to the table, even if an earlier migration created them', () => {
    const migrations = [
      { name: '0000_b.sql', sql: child },
      { name: '0001_a.sql', sql: renamed.join('\n') },
    ]
    expect(findUnsafeMigrations(migrations)).toEqual([
      expect.stringContaining('must not be renamed'),
      expect.stringContaining('defer_foreign_keys'),
    ])
    expect(check([child, ...copiedBack.slice(1)].join('\n'))).toEqual([expect.stringContaining('defer_foreign_keys = on first')])
  })

  it.each([
    ['DROP TABLE `users`;', 'loses its rows'],
    ['drop table if exists "users"', 'loses its rows'],
    ['CREATE TABLE a (b text REFERENCES c(id) ON DELETE CASCADE);', 'no action'],
    ['CREATE TABLE a (b text REFERENCES c(id) ON\nDELETE SET  NULL);', 'no action'],
    ['PRAGMA foreign_keys=OFF;', 'defer_foreign_keys'],
    ['ALTER TABLE `a` DROP COLUMN `b`;', 'DROP COLUMN needs a comment'],
    ['ALTER TABLE a DROP b;', 'DROP COLUMN needs a comment'],
    ['-- data:\nALTER TABLE a DROP COLUMN b;', 'DROP COLUMN needs a comment'],
    ['BEGIN TRANSACTION;', 'D1 refuses BEGIN'],
    ['INSERT INTO a VALUES (1); COMMIT;', 'D1 refuses COMMIT'],
    ['VACUUM;', 'D1 refuses VACUUM'],
    [`INSERT INTO a VALUES ('${'x'.repeat(100_001)}')`, '100 kB'],
  ])('refuses %s', (sql, fault) => {
    expect(check(sql)).toEqual([expect.stringContaining(fault)])
  })

  it('accepts a dropped column with a comment that says where its content went', () => {
    expect(check('-- data: copied to people.name in 0003\nALTER TABLE `a` DROP COLUMN `b`;')).toEqual([])
  })

  it('does not treat comments or strings as statements', () => {
    expect(check("-- DROP TABLE a;\n/* BEGIN; */ INSERT INTO a VALUES ('DROP TABLE a; COMMIT;');")).toEqual([])
  })

  it('accepts a trigger, whose body has BEGIN and END', () => {
    expect(check('CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  INSERT INTO b VALUES (new.id);\n  DELETE FROM c;\nEND;\nSELECT 1;')).toEqual(
      [],
    )
  })

  it.each([
    [['1_a.sql'], 'must look like'],
    [['0000_Add_It.sql'], 'must look like'],
    [['0001_a.sql'], 'number must be 0000'],
    [['0000_a.sql', '0000_b.sql'], 'number must be 0001'],
    [['0000_a.sql', '0002_b.sql'], 'number must be 0001'],
  ])('refuses the names %j', (names, fault) => {
    expect(findUnsafeMigrations(names.map((name) => ({ name, sql: 'SELECT 1' })))).toEqual([expect.stringContaining(fault)])
  })
})

describe('imports', () => {
  it.each([
    ['web/api.ts', "import { app } from '../worker/api.ts'", 'only types'],
    ['web/api.ts', "import { type Api } from '../worker/api.ts'", 'only types'],
    ['web/api.ts', "const load = () => import('../worker/api.ts')", 'only types'],
    ['web/api.ts', "export * from '../worker/api.ts'", 'only types'],
    ['web/api.ts', "import '../worker/api.ts'", 'only types'],
    ['web/events/x.ts', "import type { Row } from '../../worker/events/queries.ts'", 'types of routes'],
    ['web/ui/x.tsx', "import { x } from '../events/queries.ts'", 'web/ui must not import a feature'],
    ['worker/events/commands.ts', "import { teams } from '../teams/schema.ts'", 'only a schema.ts'],
    ['worker/events/commands.ts', "import type { teams } from '../teams/schema.ts'", 'only a schema.ts'],
    ['worker/events/commands.ts', "export { teams } from '../teams/schema.ts'", 'only a schema.ts'],
    ['worker/work.ts', "import { teams } from './teams/schema.ts'", 'only a schema.ts'],
    ['durable-objects/x.ts', "import { teams } from '../worker/teams/schema.ts'", 'only a schema.ts'],
    ['worker/platform/x.ts', "import { x } from '../events/queries.ts'", 'worker/platform must not import a feature'],
    [
      'worker/platform/x.ts',
      "import type { EventCard } from '../../domain/events/contract.ts'",
      'worker/platform must not import a feature',
    ],
    ['web/ui/x.tsx', "import type { EventCard } from '../../domain/events/contract.ts'", 'web/ui must not import a feature'],
    ['domain/time/x.ts', "import { maxMinutes } from '../events/form-contract.ts'", 'domain/time is a base'],
    ['domain/geo/x.ts', "import type { MapTiles } from '../maps/contract.ts'", 'domain/geo is a base'],
    ['worker/events/pages.ts', "import type { Page } from '../pages.ts'", 'connects the features'],
    ['web/shell/x.tsx', "import type { AppRouter } from '../router.tsx'", 'connects the features'],
    ['worker/events/routes.ts', "import { x } from '../teams/routes.ts'", 'not its routes.ts'],
    ['worker/events/routes.ts', "import { x } from '../teams/jobs.ts'", 'not its jobs.ts'],
    ['worker/events/queries.ts', "import { x } from '../teams/commands.ts'", 'queries only read'],
    ['worker/events/queries.ts', "import { x } from '../places/photo-commands.ts'", 'queries only read'],
    ['worker/events/commands.ts', "import { personData } from '../person-data.ts'", 'connects the features'],
  ])('refuses in %s: %s', (file, source, fault) => {
    expect(findImportFaults(file, source)).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    ['web/api.ts', "import type { Api } from '../worker/api.ts'"],
    ['web/events/queries.ts', "import type { EventRoutes } from '../../worker/events/routes.ts'"],
    ['web/events/event-page.tsx', "import { TeamCard } from '../teams/team-card.tsx'\nexport const a = <TeamCard />"],
    ['worker/events/schema.ts', "import { teams } from '../teams/schema.ts'"],
    ['worker/events/commands.ts', "import { events } from './schema.ts'\nimport { listTeams } from '../teams/queries.ts'"],
    ['domain/geo/address.ts', "import { plainText } from '../texts.ts'\nimport { day } from '../time/spans.ts'"],
    ['worker/platform/context.ts', "import type { Viewer } from '../../domain/access/contract.ts'"],
    ['worker/api.ts', "import { eventRoutes } from './events/routes.ts'"],
    ['worker/api.ts', "import { personData } from './person-data.ts'"],
    ['worker/events/jobs.ts', "import type { Env } from '../env.ts'"],
    ['worker/accounts/delete-account.ts', "import { personData } from '../person-data.ts'"],
    ['worker/events/commands.ts', "import { x } from '../teams/commands.ts'"],
    ['worker/events/routes.ts', "import { log } from '../platform/log.ts'\nimport * as v from 'valibot'"],
  ])('accepts in %s: %s', (file, source) => {
    expect(findImportFaults(file, source)).toEqual([])
  })
})

describe('circles of imports', () => {
  const circlesOf = (files: Record<string, string>) => findCircles(new Map(Object.entries(files)))

  it('are refused, even if they import only types', () => {
    const circle = {
      'domain/a.ts': "import type { B } from './b.ts'",
      'domain/b.ts': "import { c } from './c.ts'",
      'domain/c.ts': "export type { A } from './a.ts'",
    }
    expect(circlesOf(circle)).toEqual([expect.stringContaining('domain/a.ts -> domain/b.ts -> domain/c.ts -> domain/a.ts')])
  })

  it('do not include dynamic imports, or two import paths to one file', () => {
    expect(circlesOf({ 'web/a.tsx': "const load = () => import('./b.tsx')", 'web/b.tsx': "import type { Props } from './a.tsx'" })).toEqual(
      [],
    )
    expect(circlesOf({ 'a.ts': "import './b.ts'\nimport './c.ts'", 'b.ts': "import './c.ts'", 'c.ts': '' })).toEqual([])
  })
})

describe('schema drift', () => {
  let copy = ''

  beforeAll(() => {
    mkdirSync(cacheDir, { recursive: true })
    copy = mkdtempSync(path.join(cacheDir, 'drift-test-'))
    for (const part of ['migrations', 'worker', 'domain', 'package.json'])
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('finds nothing in the current schemas', async () => {
    expect(await findSchemaDrift(copy)).toEqual([])
  })

  it('finds a table that no migration creates', async () => {
    mkdirSync(path.join(copy, 'worker/forgotten'))
    const schema =
      "import { sqliteTable, text } from 'drizzle-orm/sqlite-core'\nexport const forgotten = sqliteTable('forgotten', { id: text('id').primaryKey() })\n"
    writeFileSync(path.join(copy, 'worker/forgotten/schema.ts'), schema)
    expect(await findSchemaDrift(copy)).toEqual([expect.stringContaining('drizzle-kit generate'), expect.stringContaining('forgotten')])
  })
})

describe('tables in SQL', () => {
  const owners = new Map([
    ['events', 'events'],
    ['users', 'accounts'],
  ])
  const schema = { owners, columns: new Set(['email_key']) }
  /** The sources below are plain strings, in which `@{` means the start of a value in a template. */
  const check = (source: string) => findTableFaults('worker/events/queries.ts', source.replaceAll('@{', '$' + '{'), schema)

  it.each([
    ['a table that is read', 'sql`SELECT 1 FROM users`'],
    ['a table that is joined under an alias', 'sql`SELECT 1 FROM @{e} JOIN users u ON u.id = @{e.hostId}`'],
    ['a table behind a comma', 'sql`SELECT 1 FROM @{e}, users`'],
    ['a table that is inserted into', 'sql`INSERT OR IGNORE INTO users (id) VALUES (@{id})`'],
    ['a table that is updated', 'sql`UPDATE users SET name = @{name}`'],
    ['a table that is deleted from', 'sql`DELETE FROM users`'],
    ['a column with its table', 'sql`users.email`'],
    ['small letters', 'sql`select 1 from users`'],
    ['capital letters', 'sql`SELECT 1 FROM Users`'],
    ['double quotes', 'sql`SELECT 1 FROM "users"`'],
    ['backticks', 'sql`SELECT 1 FROM \\`users\\``'],
    ['brackets', 'sql`SELECT 1 FROM [users]`'],
    ['a part with its type', 'sql<number>`(SELECT count(*) FROM users)`'],
    ['a template inside another', 'sql`SELECT 1 @{when ? sql`FROM users` : sql``}`'],
    ['a template three deep', 'sql`@{list.map((one) => sql`@{sql`users`}.id = @{one}`)}`'],
    ['raw text', "sql.raw('users')"],
    ['raw text of several parts', 'sql.raw(isAll ? `FROM users` : "")'],
    ['an identifier', "sql.identifier('users')"],
    ['a prepared statement', "db.$client.prepare('select * from users')"],
    ['text that becomes SQL elsewhere', "const text = 'SELECT 1 FROM users'"],
    ['an alias with the same name', 'const rows = sql`SELECT 1 AS users FROM users`'],
    ['text behind a comment', 'sql`SELECT 1 -- all of them\n FROM users`'],
    ['text behind a string', "sql`SELECT '--' FROM users`"],
    ['text around a value', "sql`SELECT '@{'x'}' FROM users`"],
  ])('refuses another table: %s', (_, source) => {
    expect(check(source)).toEqual([
      'worker/events/queries.ts:1 writes the table name users of accounts as text in SQL: use worker/accounts/shared.ts, or a fragment or query of accounts',
    ])
  })

  it('also refuses the feature’s own tables, and names the line', () => {
    expect(check("import { sql } from 'drizzle-orm'\n\nexport const all = sql`SELECT 1 FROM events`")).toEqual([
      'worker/events/queries.ts:3 writes the table name events of events as text in SQL: use ./schema.ts',
    ])
  })

  it.each([
    ['under an alias', 'sql`SELECT 1 FROM @{people} u WHERE u.email_key = @{key}`'],
    ['by itself', 'sql`UPDATE @{people} SET email_key = NULL`'],
    ['in a list', 'sql`INSERT INTO @{people} (id, "email_key") SELECT @{id}, @{key}`'],
    ['as raw text', "sql.raw('email_key')"],
  ])('refuses a column: %s', (_, source) => {
    expect(check(source)).toEqual([
      'worker/events/queries.ts:1 writes the column name email_key as text in SQL: use the column of the table',
    ])
  })

  it('accepts a column in the condition of an index in a schema', () => {
    const source = "export const index = uniqueIndex('one').where(sql`email_key IS NOT NULL`)"
    expect(findTableFaults('worker/accounts/schema.ts', source, schema)).toEqual([])
  })

  it.each([
    ['the table’s own name', 'sql`SELECT 1 FROM @{users} @{u} WHERE @{u.id} = @{id}`'],
    ['a comment in SQL', 'sql`SELECT 1 -- FROM users\n/* JOIN users */`'],
    ['a string in SQL', "sql`SELECT 'FROM users' AS said, 'it''s of users'`"],
    ['a comment in TypeScript', '// sql`SELECT 1 FROM users`\n/* sql`FROM users` */\nsql`SELECT 1`'],
    ['a value', "sql`SELECT 1 WHERE @{kind} = @{'users'}`"],
    ['a name for a column', 'sql`SELECT 1 AS users`\nsql`SELECT sum(users) FROM (@{parts})`'],
    ['a column by its object', 'sql`SELECT @{people.emailKey} AS email_key`'],
    ['a longer name', 'sql`SELECT users_seen, seen_users FROM @{t}`'],
    ['prose', "const words = 'Messages from users, update events'"],
  ])('accepts %s', (_, source) => {
    expect(check(source)).toEqual([])
  })

  it('reads the tables of every schema.ts', async () => {
    const { owners: all, columns } = await readTables(root)
    expect(['email_key', 'starts_at', 'name'].map((name) => columns.has(name))).toEqual([true, true, false])
    expect([all.get('users'), all.get('event_cells'), all.get('team_cells'), all.get('outbox')]).toEqual([
      'accounts',
      'events',
      'teams',
      'jobs',
    ])
  })

  it('finds a fault in a changed copy of a real file', async () => {
    const all = await readTables(root)
    const file = 'worker/connections/queries.ts'
    const source = readFileSync(path.join(root, file), 'utf8')
    expect(findTableFaults(file, source, all)).toEqual([])
    const faulty = source.replace('.innerJoin(people, eq(people.id, connections.otherId))', '.innerJoin(sql`users`, sql`true`)')
    expect(faulty).not.toBe(source)
    expect(findTableFaults(file, faulty, all)).toEqual([expect.stringContaining('writes the table name users of accounts')])
  })

  it('finds no fault in the Worker', async () => {
    expect(await checkTables(root)).toEqual([])
  })
})
