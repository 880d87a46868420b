import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { cacheDir, root } from './environment.ts'

export type LocalDatabase = { db: D1Database; files: R2Bucket; close: () => Promise<void> }

/**
 * Opens the D1 database and the R2 files in a state folder of Vite or `wrangler dev`. Close it before they start, because only one
 * process can use them at a time.
 */
export async function openLocalDatabase(state: string): Promise<LocalDatabase> {
  const { compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({ config: path.join(root, 'wrangler.toml') })
  // This configuration contains only D1 and R2. With the full one, wrangler would warn about Durable Objects and queues.
  const configPath = path.join(cacheDir, 'local-database.json')
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(configPath, JSON.stringify({ name: 'local-database', compatibility_date, d1_databases, r2_buckets }))
  const proxy = await getPlatformProxy<{ DB: D1Database; FILES: R2Bucket }>({ configPath, persist: { path: path.join(state, 'v3') } })
  return { db: proxy.env.DB, files: proxy.env.FILES, close: proxy.dispose }
}
