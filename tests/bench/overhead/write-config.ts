import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from '../../../scripts/environment.ts'

const copiedKeys = [
  'name',
  'compatibility_date',
  'compatibility_flags',
  'd1_databases',
  'r2_buckets',
  'durable_objects',
  'migrations',
  'ratelimits',
  'version_metadata',
] as const

/**
 * Writes a copy of wrangler.toml with the bench Worker as its entry. The settings are those of production, because rows are only
 * counted in `local`.
 */
export function writeOverheadConfig(
  folder: string,
  environment: 'production' | 'local' = 'production',
  entry = import.meta.resolve('./worker.ts'),
): string {
  const product = readConfig({ config: path.join(root, 'wrangler.toml') })
  const inherited = Object.fromEntries(copiedKeys.map((key) => [key, product[key]]))
  const file = path.join(folder, 'wrangler.json')
  const config = {
    ...inherited,
    main: fileURLToPath(entry),
    define: { __DEVELOPMENT_PAGES__: 'false', __DEV_SERVER__: 'false' },
    vars: {
      ENVIRONMENT: environment,
      PRODUCT_URL: 'https://bench.example.com',
      PRODUCT_HOSTS: 'bench.example.com=gth localhost=gth',
      MAIL_PROVIDER: 'cloudflare',
      MAIL_FROM: 'Bench <bench@bench.example.com>',
      SIGNING_SECRET: 'a-signing-secret-for-the-benchmark-only',
      ADMIN_TOKEN: 'an-admin-token-for-the-benchmark-only',
    },
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}
