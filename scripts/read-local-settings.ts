import path from 'node:path'
import { unstable_getVarsForDev as getVarsForDev, unstable_readConfig as readConfig } from 'wrangler'
import { AppError } from '../domain/errors.ts'
import { readSettings, type Settings } from '../worker/platform/settings.ts'
import { root } from './environment.ts'

export type RawSettings = Record<string, unknown>

/** Reads the settings of the local Worker: [vars] of wrangler.toml. Values in .dev.vars replace them. */
export function readLocalVars(directory = root): RawSettings {
  const configPath = path.join(directory, 'wrangler.toml')
  const { vars } = readConfig({ config: configPath })
  const merged = getVarsForDev(configPath, undefined, vars, undefined, true)
  return Object.fromEntries(Object.entries(merged).map(([name, { value }]) => [name, value]))
}

/** Checks settings with the rules of the Worker. A fault is one line that names the setting. */
export function checkSettings(raw: RawSettings): { settings: Settings } | { fault: string } {
  try {
    return { settings: readSettings(raw) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fault: String(error.cause ?? error.message) }
  }
}
