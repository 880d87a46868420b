import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { configEntries } from '../../domain/config/contract.ts'
import { isConfigKey } from '../../domain/config/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deleteAtEdge } from '../platform/edge-cache.ts'
import { configCacheName } from './queries.ts'
import { config } from './schema.ts'

export async function setConfig(db: Database, key: string, value: unknown, now: number): Promise<void> {
  if (!isConfigKey(key)) throw new AppError('SettingNotFound')
  const parsed = v.safeParse(configEntries[key], value)
  if (!parsed.success) throw new AppError('InvalidInput', { issues: [{ path: key, message: parsed.issues[0].message }] })
  const row = { value: JSON.stringify(parsed.output), updatedAt: now }
  await write(
    db,
    db
      .insert(config)
      .values({ key, ...row })
      .onConflictDoUpdate({ target: config.key, set: row }),
  )
  await deleteAtEdge(configCacheName)
}

/** Removes the stored value, so that the default is used again. */
export async function unsetConfig(db: Database, key: string): Promise<void> {
  if (!isConfigKey(key)) throw new AppError('SettingNotFound')
  await write(db, db.delete(config).where(eq(config.key, key)))
  await deleteAtEdge(configCacheName)
}
