import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { buildWorld } from '../tests/world/build-world.ts'
import { addPastMessages } from '../tests/world/past-messages.ts'
import { hashFiles } from './hash-files.ts'
import { openLocalDatabase } from './local-database.ts'
import { applyMigrations, readMigrations } from './migrations.ts'

/** `needsObjects` means that the demo world still lacks the parts that only the running product can write. */
const Stamp = v.object({ migrations: v.string(), world: v.string(), needsObjects: v.optional(v.boolean(), false) })
type Stamp = v.InferOutput<typeof Stamp>

function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined
  const parsed = v.safeParse(Stamp, JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.output : undefined
}

const stampFile = (state: string) => path.join(state, 'stamp.json')

/** Writes a stamp that says that this folder is up to date with this checkout. */
export function stampState(state: string, { world = hashFiles('tests/world'), needsObjects = false }: Partial<Stamp> = {}): void {
  writeFileSync(stampFile(state), JSON.stringify({ migrations: hashFiles('migrations'), world, needsObjects } satisfies Stamp))
}

/** Adds the parts of the demo world that only the running product can write, if they are still missing. */
export async function completeWorld(state: string, add: () => Promise<void>): Promise<void> {
  const stamp = readStamp(stampFile(state))
  if (!stamp?.needsObjects) return
  await add()
  stampState(state, { world: stamp.world })
}

/**
 * Brings a state folder up to date: applies missing migrations, and builds the demo world if there is none. A stamp file lets the
 * next start skip this. An older demo world is kept, because it may contain someone's work.
 */
export async function prepareState(
  state: string,
  report: (line: string) => void,
  build: (db: D1Database, files: R2Bucket) => Promise<void> = (db, files) => buildWholeWorld(state, db, files),
): Promise<void> {
  const stamp = readStamp(stampFile(state))
  if (stamp && stamp.world !== hashFiles('tests/world')) {
    report('Your demo world is older than this version. Run `npm run reset` to create a new one.')
  }
  if (stamp?.migrations === hashFiles('migrations')) return
  mkdirSync(state, { recursive: true })
  const { db, files, close } = await openLocalDatabase(state)
  try {
    const applied = await applyMigrations(db, readMigrations())
    if (applied.length > 0) report(`Applied ${applied.length === 1 ? 'a migration' : `${applied.length} migrations`}.`)
    if (!stamp) {
      report('Creating the demo world…')
      await build(db, files)
    }
  } finally {
    await close()
  }
  stampState(state, stamp ?? { needsObjects: true })
}

async function buildWholeWorld(state: string, db: D1Database, files: R2Bucket): Promise<void> {
  const now = Date.now()
  await buildWorld(db, undefined, now, files)
  await addPastMessages(db, state, now)
}
