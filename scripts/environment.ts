import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** The folder for all temporary files of the scripts. Git ignores it, and it can be deleted at any time. */
export const cacheDir = path.join(root, '.cache')

/** The folder in which `npm start` stores its database, files and queues. Tests and second checkouts set STATE_DIR to use another one. */
export function stateDir(): string {
  return path.resolve(root, process.env.STATE_DIR ?? '.wrangler/state')
}

/** Turns off the network requests of the Cloudflare tools. Start, tests and build must not need any network but the package registry. */
export const quietEnvironment = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: path.join(cacheDir, 'wrangler-logs'),
} as const

export function applyQuietEnvironment(): void {
  Object.assign(process.env, quietEnvironment)
}
