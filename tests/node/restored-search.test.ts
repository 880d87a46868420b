import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unstable_readConfig as readConfig, unstable_startWorker as startWorker } from 'wrangler'
import { cacheDir, root } from '../../scripts/environment.ts'
import { loadObjects, objectsFolder, writeObjects } from '../../scripts/object-backup.ts'
import type { Talk } from './talk-worker.ts'

let folder = ''
const stops: (() => Promise<void>)[] = []
beforeEach(() => {
  mkdirSync(cacheDir, { recursive: true })
  folder = mkdtempSync(path.join(cacheDir, 'restored-search-'))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a conversation whose object is stored in this state. Returns what asks it. */
async function openTalk(state: string): Promise<(asked: Talk) => Promise<string[]>> {
  const { compatibility_date, compatibility_flags } = readConfig({ config: path.join(root, 'wrangler.toml') })
  const config = {
    ...{ name: 'talk', compatibility_date, compatibility_flags },
    main: fileURLToPath(import.meta.resolve('./talk-worker.ts')),
    durable_objects: { bindings: [{ name: 'CONVERSATION', class_name: 'Conversation' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Conversation'] }],
  }
  const file = path.join(folder, 'talk.json')
  writeFileSync(file, JSON.stringify(config))
  const dev = { inspector: false, watch: false, logLevel: 'error', persist: state, server: { hostname: 'localhost', port: 0 } } as const
  const worker = await startWorker({ config: file, dev })
  stops.push(() => worker.dispose())
  return async (asked) => {
    const answer = await worker.fetch('http://localhost/', { method: 'POST', body: JSON.stringify(asked) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as string[]
  }
}

it('A restored conversation finds its old messages, also those that were not in the index yet, and follows edits', async () => {
  const [source, target] = [path.join(folder, 'source'), path.join(folder, 'target')]
  const talk = await openTalk(source)
  const texts = Array.from({ length: 250 }, (_, index) => `Message ${index + 1}`)
  texts[9] = 'Bring oranges'
  expect(await talk({ say: texts.slice(0, 220) })).toEqual([])
  expect(await talk({ find: 'oranges' })).toEqual(['Bring oranges'])
  expect(await talk({ say: texts.slice(220) })).toEqual([])
  const backup = objectsFolder(path.join(folder, 'local.ndjson.gz'))
  // The object keeps running while the backup is made. What comes later is not in it.
  expect(await writeObjects(source, backup)).toBe(1)
  await talk({ edit: 10, text: 'Bring lemons' })
  expect(loadObjects(target, backup)).toBe(1)

  const restored = await openTalk(target)
  expect(await restored({ find: 'oranges' })).toEqual(['Bring oranges'])
  expect(await restored({ find: 'message 240' })).toEqual(['Message 240'])
  expect(await restored({ edit: 10, text: 'Bring apples' })).toEqual([])
  expect([await restored({ find: 'oranges' }), await restored({ find: 'apples' })]).toEqual([[], ['Bring apples']])
})
