import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUnsafeMigrations } from '../../scripts/check-migrations.ts'
import { applyQuietEnvironment, cacheDir } from '../../scripts/environment.ts'
import { type LocalDatabase, openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, type Migration, UnknownMigrationsError } from '../../scripts/migrations.ts'

const tables: Migration = {
  name: '0000_tables.sql',
  sql: `CREATE TABLE teams (id text PRIMARY KEY NOT NULL, name text);
    CREATE TABLE members (id text PRIMARY KEY NOT NULL, team_id text NOT NULL REFERENCES teams(id) ON DELETE no action);
    INSERT INTO teams VALUES ('t', 'Team'); INSERT INTO members VALUES ('m', 't');`,
}

const rebuild: Migration = {
  name: '0001_rebuild.sql',
  sql: `PRAGMA defer_foreign_keys = on;
    CREATE TABLE __new_teams (id text PRIMARY KEY NOT NULL, name text NOT NULL);
    INSERT INTO __new_teams (id, name) SELECT id, name FROM teams;
    DROP TABLE teams;
    CREATE TABLE teams (id text PRIMARY KEY NOT NULL, name text NOT NULL);
    INSERT INTO teams (id, name) SELECT id, name FROM __new_teams;
    DROP TABLE __new_teams;`,
}

// This is what drizzle-kit generates. It works only on an empty database.
const renamed: Migration = {
  name: '0001_renamed.sql',
  sql: `PRAGMA defer_foreign_keys = on;
    CREATE TABLE __new_teams (id text PRIMARY KEY NOT NULL, name text NOT NULL);
    INSERT INTO __new_teams (id, name) SELECT id, name FROM teams;
    DROP TABLE teams;
    ALTER TABLE __new_teams RENAME TO teams;`,
}

describe('applyMigrations', () => {
  let folder = ''
  let database: LocalDatabase

  beforeAll(async () => {
    applyQuietEnvironment()
    mkdirSync(cacheDir, { recursive: true })
    folder = mkdtempSync(path.join(cacheDir, 'migrations-test-'))
    database = await openLocalDatabase(folder)
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('applies each migration once', async () => {
    expect(await applyMigrations(database.db, [tables])).toEqual(['0000_tables.sql'])
    expect(await applyMigrations(database.db, [tables])).toEqual([])
  })

  it('loses no rows in a rebuild that the check accepts', async () => {
    expect(findUnsafeMigrations([tables, rebuild])).toEqual([])
    await applyMigrations(database.db, [tables, rebuild])
    const { results } = await database.db.prepare('SELECT m.id, t.name FROM members m JOIN teams t ON t.id = m.team_id').all()
    expect(results).toEqual([{ id: 'm', name: 'Team' }])
    await expect(database.db.prepare("INSERT INTO members VALUES ('x', 'nowhere')").run()).rejects.toThrow('FOREIGN KEY')
  })

  it('fails on D1 for a rename that the check refuses', async () => {
    expect(findUnsafeMigrations([tables, renamed])).toHaveLength(1)
    const { db, close } = await openLocalDatabase(path.join(folder, 'renamed'))
    await applyMigrations(db, [tables])
    await expect(applyMigrations(db, [tables, renamed])).rejects.toThrow('FOREIGN KEY')
    await close()
  })

  it('undoes all of a migration that fails', async () => {
    const broken: Migration = { name: '0002_broken.sql', sql: 'CREATE TABLE half (id text); INSERT INTO nowhere VALUES (1);' }
    await expect(applyMigrations(database.db, [tables, rebuild, broken])).rejects.toThrow('no such table')
    expect(await database.db.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").first()).toBeNull()
  })

  it('refuses a database with migrations of another checkout', async () => {
    await expect(applyMigrations(database.db, [tables])).rejects.toThrow(UnknownMigrationsError)
  })
})
