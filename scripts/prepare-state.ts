import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { buildWorld } from '../tests/world/build-world.ts'
import { hashFiles } from './hash-files.ts'
import { openLocalDatabase } from './local-database.ts'
import { applyMigrations, readMigrations } from './migrations.ts'

const Stamp = v.object({ migrations: v.string(), world: v.string() })
type Stamp = v.InferOutput<typeof Stamp>

function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined
  const parsed = v.safeParse(Stamp, JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.output : undefined
}

const stampFile = (state: string) => path.join(state, 'stamp.json')

/** Notes that this folder holds everything that this checkout would put there. */
export function stampState(state: string, world = hashFiles('tests/world')): void {
  writeFileSync(stampFile(state), JSON.stringify({ migrations: hashFiles('migrations'), world } satisfies Stamp))
}

/**
 * Brings a state folder up to date: migrations that are missing, and the demo world when there is none yet.
 * A stamp beside the data lets the next start skip all of it. An older world is left alone: it may hold someone's work.
 */
export async function prepareState(
  state: string,
  report: (line: string) => void,
  build: (db: D1Database, files: R2Bucket) => Promise<void> = (db, files) => buildWorld(db, undefined, undefined, files),
): Promise<void> {
  const found = readStamp(stampFile(state))
  if (found && found.world !== hashFiles('tests/world')) {
    report('The demo world has changed since yours was made: `npm run reset` makes a fresh one.')
  }
  if (found?.migrations === hashFiles('migrations')) return
  mkdirSync(state, { recursive: true })
  const { db, files, close } = await openLocalDatabase(state)
  try {
    const applied = await applyMigrations(db, readMigrations())
    if (applied.length > 0) report(`Applied ${applied.length === 1 ? 'a migration' : `${applied.length} migrations`}.`)
    if (!found) {
      report('Making the demo world…')
      await build(db, files)
    }
  } finally {
    await close()
  }
  stampState(state, found?.world)
}
