import * as v from 'valibot'
import { type ConfigKey, configEntries, configKeys, type RemoteConfig } from './contract.ts'

/** What holds until an operator says otherwise: selling is on where nobody can pay for real. */
export const configDefaults = (environment: 'local' | 'production'): RemoteConfig => ({
  subscriptionsEnabled: environment === 'local',
  notice: null,
  communitySale: null,
})

/** Defaults overlaid with what is stored. A stored value that no longer fits its type falls back to the default. */
export function readConfig(stored: ReadonlyMap<string, unknown>, environment: 'local' | 'production'): RemoteConfig {
  const config: Record<string, unknown> = { ...configDefaults(environment) }
  for (const key of configKeys) {
    const parsed = v.safeParse(configEntries[key], stored.get(key))
    if (parsed.success) config[key] = parsed.output
  }
  return config as RemoteConfig
}

export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(configEntries, key)
