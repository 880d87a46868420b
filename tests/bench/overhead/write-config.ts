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

export const webhookSecret = 'whsec_bench'

/**
 * Writes a copy of wrangler.toml with the bench Worker as its entry. The settings are those of production, because rows are only
 * counted in `local`.
 */
export function writeOverheadConfig(
  folder: string,
  environment: 'production' | 'local' = 'production',
  entry = import.meta.resolve('./worker.ts'),
  sandboxUrl?: string,
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
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
      STRIPE_CLIENT_ID: 'ca_bench',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_bench_connect',
      // With this key the product asks the stand-in.
      ...(sandboxUrl !== undefined && { STRIPE_SECRET_KEY: 'sk_test_sandbox', SANDBOX_URL: sandboxUrl }),
    },
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}
