import path from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from './environment.ts'
import { checkSettings } from './read-local-settings.ts'

type Vars = Record<string, unknown>

const placeholder = `set-in-production-${'*'.repeat(32)}`

/** Secrets that production needs if another setting says so. Each has a value of the right shape, because its real one is not known here. */
const secretsFor: { isNeeded: (vars: Vars) => boolean; secrets: Record<string, string> }[] = [
  { isNeeded: ({ MAIL_PROVIDER }) => MAIL_PROVIDER === 'resend', secrets: { RESEND_API_KEY: placeholder } },
  { isNeeded: ({ GOOGLE_CLIENT_ID }) => Boolean(GOOGLE_CLIENT_ID), secrets: { GOOGLE_CLIENT_SECRET: placeholder } },
  { isNeeded: ({ CLOUDFLARE_ZONE_ID }) => Boolean(CLOUDFLARE_ZONE_ID), secrets: { CLOUDFLARE_ZONE_TOKEN: 'set-in-production' } },
  {
    isNeeded: ({ APPLE_PASS_TYPE }) => Boolean(APPLE_PASS_TYPE),
    secrets: {
      APPLE_PASS_CERTIFICATES: '-----BEGIN CERTIFICATE-----',
      APPLE_PASS_KEY: '-----BEGIN PRIVATE KEY-----',
    },
  },
  { isNeeded: ({ GOOGLE_WALLET_ISSUER }) => Boolean(GOOGLE_WALLET_ISSUER), secrets: { GOOGLE_WALLET_KEY: '-----BEGIN PRIVATE KEY-----' } },
  { isNeeded: ({ VAPID_PUBLIC_KEY }) => Boolean(VAPID_PUBLIC_KEY), secrets: { VAPID_PRIVATE_KEY: 'x'.repeat(43) } },
  {
    isNeeded: ({ STRIPE_PUBLISHABLE_KEY, STRIPE_CLIENT_ID }) => Boolean(STRIPE_PUBLISHABLE_KEY ?? STRIPE_CLIENT_ID),
    secrets: {
      STRIPE_SECRET_KEY: 'sk_set_in_production',
      STRIPE_WEBHOOK_SECRET: 'whsec_set_in_production',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_set_in_production',
    },
  },
]

type ProductionConfig = { vars: Vars; d1_databases: { binding: string; database_id?: string | undefined }[] }

export type Findings = {
  /** Settings that are always wrong. A build must not use them. */
  faults: string[]
  /** Settings that are not filled in yet. A dry run accepts them, a deploy does not. */
  blanks: string[]
}

/** Wrangler warns that production does not inherit the local settings. We hide the warning, because this is intended. */
export const readProductionConfig = (): ProductionConfig =>
  readConfig({ config: path.join(root, 'wrangler.toml'), env: 'production' }, { hideWarnings: true })

/** The secrets that are set with `wrangler secret put`. No file contains them. */
const readSecrets = ({ vars }: ProductionConfig): Record<string, string> =>
  Object.assign(
    { SIGNING_SECRET: placeholder, ADMIN_TOKEN: placeholder },
    ...secretsFor.filter(({ isNeeded }) => isNeeded(vars)).map(({ secrets }) => secrets),
  )

export const listSecrets = (config: ProductionConfig): string[] => Object.keys(readSecrets(config))

/** Finds what is wrong or missing in [env.production] of wrangler.toml. Secrets cannot be checked here, so they count as set. */
export function findProductionFaults(config: ProductionConfig): Findings {
  const { vars, d1_databases: databases } = config
  const secrets = readSecrets(config)
  const secretsInFile = Object.keys(secrets).filter((name) => name in vars)
  const checked = checkSettings({ ...vars, ...secrets })
  const database = databases.find(({ binding }) => binding === 'DB')
  return {
    faults: [
      ...('fault' in checked ? [checked.fault] : []),
      ...secretsInFile.map((name) => `setting ${name} is a secret: remove it from wrangler.toml and use \`wrangler secret put\``),
      ...(vars.ENVIRONMENT === 'production' ? [] : ['setting ENVIRONMENT must be production']),
    ],
    blanks: [
      ...Object.entries(vars).flatMap(([name, value]) =>
        /\bexample\.com\b/.test(String(value)) ? [`setting ${name} still contains example.com`] : [],
      ),
      ...(database?.database_id ? [] : ['database_id is missing: run `npx wrangler d1 create gather` to get it']),
    ],
  }
}
