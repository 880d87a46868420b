import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts } from '../../domain/demo-accounts.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { openLocalDatabase } from '../../scripts/local-database.ts'
import { readMigrations } from '../../scripts/migrations.ts'
import { prepareState, stampState } from '../../scripts/prepare-state.ts'
import { buildWorld } from '../world/build-world.ts'

describe('The state that a start prepares', () => {
  let state = ''
  beforeEach(() => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'prepare-test-'))
  })
  afterEach(() => rmSync(state, { recursive: true, force: true }))

  /** What is reported, with only the people of the demo world, who are quick to make. */
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

  it('has all tables and the demo world the first time, and is left alone afterwards', async () => {
    expect(await prepare()).toEqual([`Applied ${readMigrations().length} migrations.`, 'Making the demo world…'])
    expect(await countAccounts()).toBe(demoAccounts.length)
    expect(await prepare()).toEqual([])
  })

  it('has the demo world’s files too, where its rows say that they are', async () => {
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

  it('keeps an older world, and says how to get a fresh one', async () => {
    stampState(state, 'an older world')
    expect(await prepare()).toEqual(['The demo world has changed since yours was made: `npm run reset` makes a fresh one.'])
  })
})
