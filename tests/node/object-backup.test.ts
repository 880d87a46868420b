import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cacheDir } from '../../scripts/environment.ts'
import { loadObjects, objectsFolder, writeObjects } from '../../scripts/object-backup.ts'

describe('A backup of Durable Objects', () => {
  let folder = ''
  beforeEach(() => {
    mkdirSync(cacheDir, { recursive: true })
    folder = mkdtempSync(path.join(cacheDir, 'objects-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const stateOf = (name: string) => path.join(folder, name)
  const backupFolder = () => objectsFolder(path.join(folder, 'local.ndjson.gz'))

  function openObject(state: string, id: string): DatabaseSync {
    const objects = path.join(stateOf(state), 'v3/do/gather-Presence')
    mkdirSync(objects, { recursive: true })
    const database = new DatabaseSync(path.join(objects, `${id}.sqlite`))
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS since (at INTEGER)')
    return database
  }

  function readTimes(state: string, id: string): unknown[] {
    const database = openObject(state, id)
    const rows = database.prepare('SELECT at FROM since').all()
    database.close()
    return rows.map(({ at }) => at)
  }

  function writeTime(state: string, id: string, at: number): void {
    const database = openObject(state, id)
    database.prepare('INSERT INTO since VALUES (?)').run(at)
    database.close()
  }

  it('contains what the running product has written last, and restores it', async () => {
    const running = openObject('source', 'ana')
    running.prepare('INSERT INTO since VALUES (?)').run(1)
    writeTime('source', 'bo', 2)
    openObject('source', 'metadata').close()
    expect(await writeObjects(stateOf('source'), backupFolder())).toBe(2)
    running.close()

    expect(loadObjects(stateOf('target'), backupFolder())).toBe(2)
    expect(readTimes('target', 'ana')).toEqual([1])
    expect(readTimes('target', 'bo')).toEqual([2])
  })

  it('is refused if an object is damaged, and leaves nothing', async () => {
    writeTime('source', 'ana', 1)
    const database = openObject('source', 'bo')
    database.exec(`CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT); CREATE INDEX by_word ON words (word);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO words SELECT i, hex(randomblob(20)) FROM n;
      PRAGMA wal_checkpoint(TRUNCATE)`)
    database.close()
    const file = path.join(stateOf('source'), 'v3/do/gather-Presence/bo.sqlite')
    const bytes = readFileSync(file)
    bytes.fill(0xab, bytes.length - 8192, bytes.length - 4096)
    writeFileSync(file, bytes)
    await expect(writeObjects(stateOf('source'), backupFolder())).rejects.toThrow('bo.sqlite is damaged')
    expect(readdirSync(folder)).toEqual(['source'])
  })

  it('replaces the objects that were there', async () => {
    writeTime('source', 'ana', 1)
    await writeObjects(stateOf('source'), backupFolder())
    writeTime('target', 'ana', 5)
    writeTime('target', 'bo', 6)
    loadObjects(stateOf('target'), backupFolder())
    expect(readTimes('target', 'ana')).toEqual([1])
    expect(readTimes('target', 'bo')).toEqual([])
  })

  it('leaves the objects as they are if it has none', () => {
    writeTime('target', 'ana', 5)
    expect(loadObjects(stateOf('target'), backupFolder())).toBeNull()
    expect(readTimes('target', 'ana')).toEqual([5])
  })
})
