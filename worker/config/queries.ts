import type { RemoteConfig } from '../../domain/config/contract.ts'
import { readConfig } from '../../domain/config/rules.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { cacheAtEdge } from '../platform/edge-cache.ts'
import type { Settings } from '../platform/settings.ts'
import { config } from './schema.ts'

export const configCacheName = 'config'
const secondsAtEdge = 30

/** Loads the remote config. It is cached for up to half a minute. */
export async function loadConfig(db: Database, settings: Settings): Promise<RemoteConfig> {
  const stored = await cacheAtEdge(configCacheName, secondsAtEdge, () => listStoredConfig(db))
  return readConfig(new Map(stored), settings.environment)
}

/** Lists only the values that an operator set, without the cache. */
export async function listStoredConfig(db: Database): Promise<[string, unknown][]> {
  const rows = await readAll(db, db.select({ key: config.key, value: config.value }).from(config))
  return rows.map(({ key, value }) => [key, JSON.parse(value)])
}
