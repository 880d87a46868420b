import type { RemoteConfig } from '../../domain/config/contract.ts'
import { readConfig } from '../../domain/config/rules.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { rememberAtEdge } from '../platform/edge-cache.ts'
import type { Settings } from '../platform/settings.ts'
import { config } from './schema.ts'

export const configCacheName = 'config'
const secondsAtEdge = 30

/** What is switched on right now, at most half a minute old. */
export async function loadConfig(db: Database, settings: Settings): Promise<RemoteConfig> {
  const stored = await rememberAtEdge(configCacheName, secondsAtEdge, () => listStoredConfig(db))
  return readConfig(new Map(stored), settings.environment)
}

/** Past the cache: what an operator set, and nothing else. */
export async function listStoredConfig(db: Database): Promise<[string, unknown][]> {
  const rows = await readAll(db, db.select({ key: config.key, value: config.value }).from(config))
  return rows.map(({ key, value }) => [key, JSON.parse(value)])
}
