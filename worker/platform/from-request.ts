import type { PlatformId } from '../../domain/platforms.ts'
import type { AppContext } from './context.ts'
import { type Database, openPrimary } from './database.ts'

/** The clock and the ids come from outside, so that tests and the demo world can set their own. */
export type Clock = { now: number; newId: () => string }

export const clockOf = (c: AppContext): Clock => ({ now: c.var.now(), newId: c.var.newId })

/** For what others are told of: by the name and the addresses of the platform it happens on. */
export type Acting = Clock & { platform?: PlatformId }

export const actingOf = (c: AppContext): Required<Acting> => ({ ...clockOf(c), platform: c.var.site.platform })

/** For a command or an answer that must see what happened a moment ago, wherever it did. */
export const primaryOf = (c: AppContext): Database => openPrimary(c.env.DB, { counted: c.var.queryCount, outboxIds: c.var.outboxIds })
