import { openLocalDatabase } from '../../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../../scripts/migrations.ts'
import { buildWorld } from '../../world/build-world.ts'
import { startWorker } from '../setup/start-worker.ts'
import { makeWorkFolder } from '../setup/work-folder.ts'
import { writeOverheadConfig } from './write-config.ts'

type ServeOptions = {
  environment?: 'production' | 'local'
  fill?: (db: D1Database) => Promise<void>
  /** Another Worker than that of this folder. */
  entry?: string
  /** Where the stand-in of Stripe is. */
  sandboxUrl?: string
}

/** Serves the bench Worker. Its database has some cities, and what `fill` writes. */
export async function serveOverhead({ environment, fill, entry, sandboxUrl }: ServeOptions = {}) {
  const folder = makeWorkFolder('overhead')
  const { db, close } = await openLocalDatabase(folder)
  await applyMigrations(db, readMigrations())
  await buildWorld(db, ['cities:some'])
  await fill?.(db)
  await close()
  return startWorker(() => writeOverheadConfig(folder, environment, entry, sandboxUrl), folder)
}
