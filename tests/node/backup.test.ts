import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyQuietEnvironment, cacheDir } from '../../scripts/environment.ts'
import { filesFolder, loadFiles, readFiles, writeFiles } from '../../scripts/file-backup.ts'
import { loadBackup, NotEmptyError, readBackup } from '../../scripts/load-backup.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, type Migration } from '../../scripts/migrations.ts'
import { createRunner, openLocal, type SqlRunner } from '../../scripts/sql-runner.ts'
import { summarizeDatabase, writeBackup } from '../../scripts/write-backup.ts'

const firstMigrations: Migration[] = [
  {
    name: '0000_people.sql',
    sql: `CREATE TABLE people (id text PRIMARY KEY NOT NULL, name text, shout text GENERATED ALWAYS AS (upper(name)));
      --> statement-breakpoint
      CREATE TABLE notes (id integer PRIMARY KEY, person_id text NOT NULL REFERENCES people(id) ON DELETE no action, body text, score real, picture blob);
      --> statement-breakpoint
      CREATE TABLE pairs (a text NOT NULL, b integer NOT NULL, note text, PRIMARY KEY (a, b)) WITHOUT ROWID;
      --> statement-breakpoint
      CREATE TABLE tree (id integer PRIMARY KEY, parent integer REFERENCES tree(id));
      --> statement-breakpoint
      INSERT INTO people (id, name) VALUES ('seeded', 'By a migration');`,
  },
  {
    name: '0001_search.sql',
    sql: `CREATE VIRTUAL TABLE notes_search USING fts5(body, content='notes', content_rowid='id');
      --> statement-breakpoint
      CREATE TRIGGER notes_search_insert AFTER INSERT ON notes BEGIN INSERT INTO notes_search (rowid, body) VALUES (new.id, new.body); END;
      --> statement-breakpoint
      CREATE TRIGGER count_notes AFTER INSERT ON notes BEGIN UPDATE people SET name = name || '+' WHERE id = new.person_id; END;`,
  },
]
const laterMigration: Migration = { name: '0002_mood.sql', sql: "ALTER TABLE people ADD mood text DEFAULT 'fine'" }

const restore = (runner: SqlRunner, migrations: readonly Migration[], file: string, options = {}) =>
  loadBackup(runner, readBackup(file), migrations, options)

describe('backup and restore', () => {
  let folder = ''
  let source: SqlRunner
  const opened: SqlRunner[] = []
  const open = async (name: string) => {
    const runner = await openLocal(path.join(folder, name))
    opened.push(runner)
    return runner
  }
  const file = () => path.join(folder, 'backup.ndjson.gz')

  beforeAll(async () => {
    applyQuietEnvironment()
    mkdirSync(cacheDir, { recursive: true })
    folder = mkdtempSync(path.join(cacheDir, 'backup-test-'))
    const { db, close } = await openLocalDatabase(path.join(folder, 'source'))
    source = createRunner(db, close)
    opened.push(source)
    await applyMigrations(db, firstMigrations)
    const text = "it's; \"quoted\" -- no comment \n é 🎾 ' || char(0) || 'after a NUL".replaceAll("it's", "it''s")
    await source.run([
      ...Array.from({ length: 3 }, (_, index) => `INSERT INTO people (id, name) VALUES ('p${index}', '${text}')`),
      `INSERT INTO notes SELECT value, 'p' || (value % 3), 'note ' || value || ' about ' || CASE value % 2 WHEN 0 THEN 'pickleball' ELSE 'chess' END,
        value / 3.0, CASE value % 5 WHEN 0 THEN randomblob(20) END
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500) SELECT value FROM n)`,
      `INSERT INTO notes VALUES (9007199254740993, 'p0', NULL, 1e308, x'00ff00'), (-5, 'p1', '', 0.1, NULL)`,
      `INSERT INTO notes VALUES (5000, 'p0', '${'long '.repeat(15_000)}', 1, NULL)`,
      `INSERT INTO pairs SELECT 'a' || (value / 50), value, 'x' FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1500) SELECT value FROM n)`,
      // Some rows refer to a parent that is inserted after them.
      'PRAGMA defer_foreign_keys = on',
      'INSERT INTO tree VALUES (1, 2), (2, NULL), (3, 3)',
    ])
    await writeBackup(source, file(), new Date('2026-11-20T10:00:00Z'))
  })

  afterAll(async () => {
    await Promise.all(opened.map((runner) => runner.close()))
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores every row and the search index', async () => {
    const target = await open('target')
    const restored = await restore(target, firstMigrations, file())
    const sourceSummary = await summarizeDatabase(source)
    expect(restored).toEqual(sourceSummary)
    expect(await summarizeDatabase(target)).toEqual(sourceSummary)
    expect(sourceSummary.rows).toEqual({ notes: 2503, pairs: 1500, people: 4, tree: 3 })
    const search = "SELECT rowid FROM notes_search WHERE notes_search MATCH 'pickleball' ORDER BY rowid"
    const found = await target.query(search)
    expect(found).toHaveLength(1250)
    expect(found).toEqual(await source.query(search))
    expect((await target.query("SELECT instr(name, char(0)) > 0 AS nul FROM people WHERE id = 'p1'"))[0]).toEqual({ nul: 1 })
  })

  it('keeps the triggers working, without running them again for restored rows', async () => {
    const target = await open('target')
    const names = await target.query('SELECT name FROM people ORDER BY id')
    expect(names).toEqual(await source.query('SELECT name FROM people ORDER BY id'))
    await target.run(["INSERT INTO notes (id, person_id, body) VALUES (7000, 'seeded', 'badminton')"])
    expect(await target.query("SELECT rowid FROM notes_search WHERE notes_search MATCH 'badminton'")).toEqual([{ rowid: 7000 }])
    expect(await target.query("SELECT name FROM people WHERE id = 'seeded'")).toEqual([{ name: 'By a migration+' }])
  })

  it('refuses a database that is not empty, unless it is forced', async () => {
    const target = await open('target')
    await expect(restore(target, firstMigrations, file())).rejects.toThrow(NotEmptyError)
    expect(await target.query('SELECT id FROM notes WHERE id = 7000')).toHaveLength(1)
    const restored = await restore(target, firstMigrations, file(), { force: true })
    expect(restored).toEqual(await summarizeDatabase(source))
  })

  it('applies newer migrations to the restored rows', async () => {
    const target = await open('later')
    await restore(target, [...firstMigrations, laterMigration], file())
    expect(await target.query('SELECT mood, count(*) AS n FROM people GROUP BY mood')).toEqual([{ mood: 'fine', n: 4 }])
    expect(await target.query('SELECT name FROM d1_migrations ORDER BY id')).toHaveLength(3)
  })

  it('refuses a backup with unknown migrations, and an incomplete backup', async () => {
    const target = await open('refused')
    await expect(restore(target, firstMigrations.slice(0, 1), file())).rejects.toThrow('0001_search.sql')
    const incompleteFile = path.join(folder, 'cut.ndjson.gz')
    const lines = gunzipSync(readFileSync(file())).toString().trimEnd().split('\n')
    writeFileSync(incompleteFile, gzipSync(lines.slice(0, -1).join('\n')))
    expect(() => readBackup(incompleteFile)).toThrow('incomplete')
  })

  it('writes no search index and none of its shadow tables into the backup', () => {
    const tables = gunzipSync(readFileSync(file()))
      .toString()
      .split('\n')
      .flatMap((line) => /^\{"table":"(\w+)"/.exec(line)?.[1] ?? [])
    expect(tables).toEqual(['notes', 'pairs', 'people', 'tree'])
  })

  it('refuses to back up a search index that could not be rebuilt', async () => {
    const target = await open('alone')
    await target.run(['CREATE VIRTUAL TABLE alone USING fts5(body)'])
    await expect(summarizeDatabase(target)).rejects.toThrow('no content table')
  })
})

describe('backup and restore of files', () => {
  let folder = ''
  const opened: { close: () => Promise<void> }[] = []
  const open = async (name: string) => {
    const local = await openLocal(path.join(folder, name))
    opened.push(local)
    return local.files
  }
  const filesCopy = () => filesFolder(path.join(folder, 'backup.ndjson.gz'))
  const keysOf = async (files: R2Bucket) => (await files.list()).objects.map(({ key }) => key)
  const picture = new Uint8Array([0, 255, 13, 10, 26, 0])

  beforeAll(async () => {
    applyQuietEnvironment()
    mkdirSync(cacheDir, { recursive: true })
    folder = mkdtempSync(path.join(cacheDir, 'file-backup-test-'))
    const source = await open('source')
    await source.put('avatars/face/96', picture, { httpMetadata: { contentType: 'image/webp' } })
    await source.put('exports/one.zip', 'zip', { httpMetadata: { contentType: 'application/zip', contentDisposition: 'attachment' } })
    expect(await writeFiles(source, filesCopy())).toBe(2)
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    rmSync(folder, { recursive: true, force: true })
  })

  it('restores every file, and deletes all other files', async () => {
    const target = await open('target')
    await target.put('photos/of-before/480', 'old')
    await loadFiles(target, readFiles(filesCopy()) ?? [])
    expect(await keysOf(target)).toEqual(['avatars/face/96', 'exports/one.zip'])
    const face = await target.get('avatars/face/96')
    expect(new Uint8Array((await face?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(picture)
    expect(face?.httpMetadata).toEqual({ contentType: 'image/webp' })
    expect((await target.head('exports/one.zip'))?.httpMetadata).toEqual({
      contentType: 'application/zip',
      contentDisposition: 'attachment',
    })
  })

  it('refuses a copy that is incomplete, damaged, or has a key that leads out of its folder', () => {
    const broken = `${filesCopy()}-broken`
    const list = readFileSync(path.join(filesCopy(), 'list.json'), 'utf8')
    const make = (changed: string, content = '') => {
      rmSync(broken, { recursive: true, force: true })
      mkdirSync(path.join(broken, 'r2/avatars/face'), { recursive: true })
      if (content) writeFileSync(path.join(broken, 'r2/avatars/face/96'), content)
      if (changed) writeFileSync(path.join(broken, 'list.json'), changed)
    }
    make('')
    expect(() => readFiles(broken)).toThrow('its list is missing')
    make(list)
    expect(() => readFiles(broken)).toThrow('avatars/face/96 is missing')
    make(list, 'another picture')
    expect(() => readFiles(broken)).toThrow('differs from the file that was backed up')
    make(list.replace('avatars/face/96', '../../../secret'))
    expect(() => readFiles(broken)).toThrow('not a valid key of a file')
    expect(readFiles(path.join(folder, 'nothing.files'))).toBeNull()
  })
})
