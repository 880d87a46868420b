import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts } from '../../domain/demo-accounts.ts'
import { pictureSizes } from '../../domain/profiles/pictures.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../scripts/migrations.ts'
import { completeWorld, prepareState, stampState } from '../../scripts/prepare-state.ts'
import { buildWorld } from '../world/build-world.ts'

describe('The state that a start prepares', () => {
  let state = ''
  beforeEach(() => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'prepare-test-'))
  })
  afterEach(() => rmSync(state, { recursive: true, force: true }))

  /** Prepares the state and returns the reported lines. It creates only the people of the demo world, because that is fast. */
  async function prepare(): Promise<string[]> {
    const lines: string[] = []
    await prepareState(
      state,
      (line) => lines.push(line),
      (db) => buildWorld(db, ['people']),
    )
    return lines
  }

  async function countAccounts(): Promise<number> {
    const { db, close } = await openLocalDatabase(state)
    const found = await db
      .prepare('SELECT count(*) AS found FROM users WHERE email IN (SELECT value FROM json_each(?))')
      .bind(JSON.stringify(demoAccounts.map(({ email }) => email)))
      .first<number>('found')
    await close()
    return found ?? 0
  }

  it('gets all tables and the demo world the first time, and is not changed afterwards', async () => {
    expect(await prepare()).toEqual([`Applied ${readMigrations().length} migrations.`, 'Creating the demo world…'])
    expect(await countAccounts()).toBe(demoAccounts.length)
    expect(await prepare()).toEqual([])
  })

  it('also has the files of the demo world', async () => {
    await prepareState(
      state,
      () => undefined,
      (db, files) => buildWorld(db, ['people', 'places', 'photos'], undefined, files),
    )
    const { db, files, close } = await openLocalDatabase(state)
    const keys = await db
      .prepare("SELECT value AS key FROM places, json_each(photos) WHERE places.id = 'south-hall'")
      .all<{ key: string }>()
    expect(keys.results).toHaveLength(1)
    for (const { key } of keys.results) {
      for (const width of [480, 1280]) {
        expect((await files.head(`photos/${key}/${width}`))?.httpMetadata?.contentType).toBe('image/jpeg')
      }
    }
    await close()
  })

  it('gives people drawn faces, which stay the same when the part runs again', async () => {
    const { db, files, close } = await openLocalDatabase(state)
    await applyMigrations(db, readMigrations())
    const readKey = async () => {
      await buildWorld(db, ['faces'], undefined, files)
      return db.prepare("SELECT photo_key AS key FROM users WHERE id = 'demo-player'").first<string>('key')
    }
    await buildWorld(db, ['people'])
    const key = await readKey()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await readKey()).toBe(key)
    for (const size of pictureSizes) expect((await files.head(`avatars/${key}/${size}`))?.httpMetadata?.contentType).toBe('image/webp')
    await close()
  })

  it('adds the parts in Durable Objects once, with the first start, and tries again if that failed', async () => {
    await prepare()
    let added = 0
    const failing = async () => {
      throw new Error('The product is not reachable')
    }
    const adding = async () => {
      added += 1
    }
    await expect(completeWorld(state, failing)).rejects.toThrow('not reachable')
    await completeWorld(state, adding)
    await completeWorld(state, adding)
    expect(added).toBe(1)
    expect(await prepare()).toEqual([])
  })

  it('keeps an older demo world, and says how to create a new one', async () => {
    stampState(state, { world: 'an older world' })
    expect(await prepare()).toEqual(['Your demo world is older than this version. Run `npm run reset` to create a new one.'])
  })
})
