import * as v from 'valibot'
import { type ConfigKey, configEntries, configKeys, type RemoteConfig } from './contract.ts'
import { getConfigDefaults } from './defaults.ts'

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
