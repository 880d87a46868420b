import path from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from './environment.ts'
import { checkSettings } from './read-local-settings.ts'

/** Set with `wrangler secret put`; they stand in no file. */
export const secretNames = ['SIGNING_SECRET', 'ADMIN_TOKEN'] as const
export const resendSecret = 'RESEND_API_KEY'

type ProductionConfig = { vars: Record<string, unknown>; d1_databases: { binding: string; database_id?: string | undefined }[] }

export type Findings = {
  /** Wrong on any machine: no build should be made of it. */
  faults: string[]
  /** Not filled in yet: fine for a dry run, not for a deploy. */
  blanks: string[]
}

/** Its warning, that local settings are not inherited by production, is what is meant here. */
export const readProductionConfig = (): ProductionConfig =>
  readConfig({ config: path.join(root, 'wrangler.toml'), env: 'production' }, { hideWarnings: true })

export const wantsResend = ({ vars }: ProductionConfig) => vars.MAIL_PROVIDER === 'resend'

/** What [env.production] of wrangler.toml lacks. Secrets are not known here, so they count as set. */
export function findProductionFaults(config: ProductionConfig): Findings {
  const { vars, d1_databases: databases } = config
  const secrets: string[] = wantsResend(config) ? [...secretNames, resendSecret] : [...secretNames]
  const written = secrets.filter((name) => name in vars)
  const raw = { ...vars, ...Object.fromEntries(secrets.map((name) => [name, `set-in-production-${'*'.repeat(32)}`])) }
  const checked = checkSettings(raw)
  const database = databases.find(({ binding }) => binding === 'DB')
  return {
    faults: [
      ...('fault' in checked ? [checked.fault] : []),
      ...written.map((name) => `setting ${name} is a secret: take it out of wrangler.toml and use \`wrangler secret put\``),
      ...(vars.ENVIRONMENT === 'production' ? [] : ['setting ENVIRONMENT must be production']),
    ],
    blanks: [
      ...Object.entries(vars).flatMap(([name, value]) =>
        /\bexample\.com\b/.test(String(value)) ? [`setting ${name} still says example.com`] : [],
      ),
      ...(database?.database_id ? [] : ['database_id is missing: `npx wrangler d1 create gather` tells it']),
    ],
  }
}
