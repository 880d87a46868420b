import type { PlatformId } from '../../domain/platforms.ts'
import type { Database } from '../platform/database.ts'

/** What every command of this feature needs. The caller provides the time and the ids. */
export type AccountContext = { db: Database; now: number; newId: () => string; platform: PlatformId }
