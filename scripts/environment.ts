import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** Everything a script makes that is not the product lives here; git ignores it and it may be deleted at any time. */
export const cacheDir = path.join(root, '.cache')

/** Where `npm start` keeps its database, files and queues. STATE_DIR moves it, so that two checkouts or tests do not meet. */
export function stateDir(): string {
  return path.resolve(root, process.env.STATE_DIR ?? '.wrangler/state')
}

/** The Cloudflare tools must not phone home: nothing in start, test or build reaches beyond the package registry. */
export const quietEnvironment = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: path.join(cacheDir, 'wrangler-logs'),
} as const

export function applyQuietEnvironment(): void {
  Object.assign(process.env, quietEnvironment)
}
