import path from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root } from './environment.ts'
import { checkSettings } from './read-local-settings.ts'

/** Secrets that are set with `wrangler secret put`. No file contains them. */
export const secretNames = ['SIGNING_SECRET', 'ADMIN_TOKEN'] as const
export const resendSecret = 'RESEND_API_KEY'

type ProductionConfig = { vars: Record<string, unknown>; d1_databases: { binding: string; database_id?: string | undefined }[] }

export type Findings = {
  /** Settings that are always wrong. A build must not use them. */
  faults: string[]
  /** Settings that are not filled in yet. A dry run accepts them, a deploy does not. */
  blanks: string[]
}

/** Wrangler warns that production does not inherit the local settings. We hide the warning, because this is intended. */
export const readProductionConfig = (): ProductionConfig =>
  readConfig({ config: path.join(root, 'wrangler.toml'), env: 'production' }, { hideWarnings: true })

export const wantsResend = ({ vars }: ProductionConfig) => vars.MAIL_PROVIDER === 'resend'

/** Finds what is wrong or missing in [env.production] of wrangler.toml. Secrets cannot be checked here, so they count as set. */
export function findProductionFaults(config: ProductionConfig): Findings {
  const { vars, d1_databases: databases } = config
  const secrets: string[] = wantsResend(config) ? [...secretNames, resendSecret] : [...secretNames]
  const secretsInFile = secrets.filter((name) => name in vars)
  const raw = { ...vars, ...Object.fromEntries(secrets.map((name) => [name, `set-in-production-${'*'.repeat(32)}`])) }
  const checked = checkSettings(raw)
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
