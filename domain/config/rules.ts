import * as v from 'valibot'
import { type ConfigKey, configEntries, configKeys, type RemoteConfig } from './contract.ts'

/** The default values. Subscriptions are on in local development, where no real payments are possible. */
export const getConfigDefaults = (environment: 'local' | 'production'): RemoteConfig => ({
  subscriptionsEnabled: environment === 'local',
  notice: null,
  communitySale: null,
})

/** Combines the defaults with the stored values. A stored value that no longer matches its type is ignored. */
export function readConfig(stored: ReadonlyMap<string, unknown>, environment: 'local' | 'production'): RemoteConfig {
  const config: Record<string, unknown> = { ...getConfigDefaults(environment) }
  for (const key of configKeys) {
    const parsed = v.safeParse(configEntries[key], stored.get(key))
    if (parsed.success) config[key] = parsed.output
  }
  return config as RemoteConfig
}

export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(configEntries, key)
