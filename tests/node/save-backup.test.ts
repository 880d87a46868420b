import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyQuietEnvironment, cacheDir } from '../../scripts/environment.ts'
import { loadBackup, readBackup } from '../../scripts/load-backup.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, type Migration } from '../../scripts/migrations.ts'
import { saveBackup, verifyBackup } from '../../scripts/save-backup.ts'
import { createRunner, type SqlRunner } from '../../scripts/sql-runner.ts'
import { createSqliteRunner, openLocalSnapshot } from '../../scripts/sqlite-runner.ts'
import { summarizeDatabase } from '../../scripts/write-backup.ts'
import { writeFolder } from '../../scripts/write-folder.ts'

const migrations: Migration[] = [
  {
    name: '0000_games.sql',
    sql: `CREATE TABLE players (id integer PRIMARY KEY, game_id integer NOT NULL REFERENCES schedule(id), latitude real);
      --> statement-breakpoint
      CREATE TABLE schedule (id integer PRIMARY KEY, name text NOT NULL);`,
  },
]

const openMemory = async () => createSqliteRunner(new DatabaseSync(':memory:'))

describe('A saved backup', () => {
  let folder = ''
  let source: SqlRunner
  let games = 0

  /** A new game with a player, in one transaction. Players are read first, so a later game without its player is no fault. */
  const addGame = () => {
    games += 1
    return source.run([
      'PRAGMA defer_foreign_keys = on',
      `INSERT INTO schedule VALUES (${games}, 'Game ${games}')`,
      `INSERT INTO players VALUES (${games}, ${games}, ${Math.random() * 360 - 180})`,
    ])
  }
  /** Ends the last game: the player and the game are deleted together. */
  const deleteGame = () => {
    const statements = [`DELETE FROM players WHERE id = ${games}`, `DELETE FROM schedule WHERE id = ${games}`]
    games -= 1
    return source.run(statements)
  }
  const withTraffic = (runner: SqlRunner, write: () => Promise<void>): SqlRunner => ({
    ...runner,
    query: async (sql) => {
      const rows = await runner.query(sql)
      if (sql.startsWith('SELECT CASE')) await write()
      return rows
    },
  })

  const file = () => path.join(folder, 'saved', 'local.ndjson.gz')
  const save = (runner: SqlRunner, options = {}) =>
    saveBackup(runner, file(), { madeAt: new Date(0), migrations, open: openMemory, ...options })
  const left = () => readdirSync(path.dirname(file()))

  beforeAll(async () => {
    applyQuietEnvironment()
    mkdirSync(cacheDir, { recursive: true })
    folder = mkdtempSync(path.join(cacheDir, 'save-backup-test-'))
    // This runtime stays open, like that of a running `npm start`.
    const { db, close } = await openLocalDatabase(path.join(folder, 'state'))
    source = createRunner(db, close)
    await applyMigrations(db, migrations)
    for (let count = 0; count < 300; count++) await addGame()
  })
  beforeEach(() => {
    rmSync(path.dirname(file()), { recursive: true, force: true })
    mkdirSync(path.dirname(file()), { recursive: true })
  })
  afterAll(async () => {
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the rows of one moment, while people add and delete games', async () => {
    const before = await summarizeDatabase(source)
    const snapshot = openLocalSnapshot(path.join(folder, 'state'))
    let turn = 0
    const saved = await save(withTraffic(snapshot, () => (turn++ % 2 === 0 ? addGame() : deleteGame())))
    await snapshot.close()
    expect(turn).toBeGreaterThan(1)
    expect(saved).toEqual(before)
    await addGame()
    const target = await openMemory()
    expect(await loadBackup(target, readBackup(file()), migrations)).toEqual(before)
    await target.close()
    expect(left()).toEqual(['local.ndjson.gz'])
  })

  it('is refused if the rows of another database change during every read', async () => {
    await expect(save(withTraffic(source, addGame))).rejects.toThrow('The rows changed while they were read')
    expect(left()).toEqual([])
  })

  it('is read again if the rows changed only during the first read', async () => {
    let writes = 0
    const saved = await save(withTraffic(source, async () => void (writes++ === 0 && (await addGame()))))
    expect(saved).toEqual(await summarizeDatabase(source))
    expect(existsSync(file())).toBe(true)
  })

  it('is refused if a row refers to a row that is missing', async () => {
    const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    const broken = createSqliteRunner(database)
    await loadBackup(broken, { migrations: ['0000_games.sql'], inserts: [], summary: await emptySummary() }, migrations)
    database.exec('INSERT INTO players VALUES (1, 99, 0.5)')
    await expect(save(broken)).rejects.toThrow('FOREIGN KEY')
    const careless = async () => createSqliteRunner(new DatabaseSync(':memory:', { enableForeignKeyConstraints: false }))
    await expect(save(broken, { open: careless })).rejects.toThrow('refer to rows that are missing, first in players')
    expect(left()).toEqual([])
  })

  it('is refused without the migrations that it needs', async () => {
    await expect(save(source, { migrations: [] })).rejects.toThrow('0000_games.sql')
    expect(left()).toEqual([])
  })

  it('gets its name only when everything is written', async () => {
    const addParts = () => {
      expect(left()).toEqual(['local.ndjson.gz.unfinished'])
      throw new Error('The disk is full.')
    }
    await expect(save(source, { addParts })).rejects.toThrow('The disk is full.')
    expect(left()).toEqual([])
    writeFileSync(`${file()}.unfinished`, 'left by a run that was killed')
    await save(source)
    expect(left()).toEqual(['local.ndjson.gz'])
    await expect(save(source)).rejects.toThrow('exists already')
  })

  it('leaves nothing if one of its other parts cannot be written', async () => {
    const folders = [path.join(path.dirname(file()), 'local.files'), path.join(path.dirname(file()), 'local.objects')] as const
    const addParts = async () => {
      await writeFolder(folders[0], async (unfinished) => writeFileSync(path.join(unfinished, 'photo'), 'whole'))
      await writeFolder(folders[1], async (unfinished) => {
        writeFileSync(path.join(unfinished, 'half'), 'of it')
        throw new Error('The disk is full.')
      })
    }
    await expect(save(source, { addParts, folders })).rejects.toThrow('The disk is full.')
    expect(left()).toEqual([])
  })

  it('does not delete the parts of a backup that another run saved meanwhile', async () => {
    const folder = path.join(path.dirname(file()), 'local.files')
    const addParts = async () => {
      await writeFolder(folder, async (unfinished) => writeFileSync(path.join(unfinished, 'photo'), 'whole'))
      writeFileSync(file(), 'of the other run')
    }
    await expect(save(source, { addParts, folders: [folder] })).rejects.toThrow('exists already')
    expect(left().toSorted()).toEqual(['local.files', 'local.ndjson.gz'])
  })

  it('is not restored if a row in it was changed, and the restore says so', async () => {
    await save(source)
    const changedFile = path.join(folder, 'changed.ndjson.gz')
    const text = gunzipSync(readFileSync(file())).toString()
    expect(text).toContain("'Game 7'")
    writeFileSync(changedFile, gzipSync(text.replace("'Game 7'", "'Game 8'")))
    const target = await openMemory()
    await expect(loadBackup(target, readBackup(changedFile), migrations)).rejects.toThrow('The restored rows differ')
    await target.close()
    await expect(verifyBackup(changedFile, migrations, openMemory)).rejects.toThrow('The restored rows differ')
  })

  it('is the same for the runtime of the product and for the library of these scripts', async () => {
    const snapshot = openLocalSnapshot(path.join(folder, 'state'))
    expect(await summarizeDatabase(snapshot)).toEqual(await summarizeDatabase(source))
    await snapshot.close()
  })
})

async function emptySummary() {
  const database = await openMemory()
  await database.run(migrations.flatMap(({ sql }) => sql.split('--> statement-breakpoint')))
  return summarizeDatabase(database)
}
