import type { PlatformId } from '../../domain/platforms.ts'
import type { Database } from '../platform/database.ts'

/** What a command of this feature works with. The clock and the ids come from outside. */
export type AccountContext = { db: Database; now: number; newId: () => string; platform: PlatformId }
