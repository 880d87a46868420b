import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { dateText } from '../../../domain/time/clock.ts'
import { day } from '../../../domain/time/spans.ts'
import { applyQuietEnvironment, cacheDir } from '../../../scripts/environment.ts'
import { hashFiles } from '../../../scripts/hash-files.ts'
import { prepareState } from '../../../scripts/prepare-state.ts'
import { withSandbox } from '../../../scripts/spawn-sandbox.ts'
import { builtConfig } from './start-product.ts'

/**
 * Builds the demo world once, before the first test. Each product gets a copy. The folder is named by a hash of everything it is made from, and
 * by the day: the games of a world of last week would be over.
 */
export default async function prepareWorld(): Promise<void> {
  applyQuietEnvironment()
  if (!existsSync(builtConfig)) throw new Error('The browser tests need the built product. Run `npm run build` first.')
  const worlds = path.join(cacheDir, 'worlds')
  const sources = hashFiles('migrations', 'tests/world', 'worker', 'durable-objects', 'domain', 'scripts', 'sandbox', 'package-lock.json')
  const world = path.join(worlds, `${sources}-${dateText(Math.floor(Date.now() / day))}`)
  process.env.TEST_WORLD = world
  if (existsSync(world)) return
  rmSync(worlds, { recursive: true, force: true })
  const unfinished = path.join(worlds, `unfinished-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  await withSandbox(unfinished, () => prepareState(unfinished, () => undefined))
  renameSync(unfinished, world)
}
