import { openLocalDatabase } from '../../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../../scripts/migrations.ts'
import { buildWorld } from '../../world/build-world.ts'
import { startWorker } from '../setup/start-worker.ts'
import { makeWorkFolder } from '../setup/work-folder.ts'
import { writeOverheadConfig } from './write-config.ts'

type Wanted = { environment?: 'production' | 'local'; fill?: (db: D1Database) => Promise<void> }

/** Serves the bench Worker with some cities, and whatever else is filled in. */
export async function serveOverhead({ environment, fill }: Wanted = {}) {
  const folder = makeWorkFolder('overhead')
  const { db, close } = await openLocalDatabase(folder)
  await applyMigrations(db, readMigrations())
  await buildWorld(db, ['cities:some'])
  await fill?.(db)
  await close()
  return startWorker(() => writeOverheadConfig(folder, environment), folder)
}
