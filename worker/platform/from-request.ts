import type { AppContext } from './context.ts'
import { type Database, openPrimary } from './database.ts'

/** The clock and the ids come from outside, so that tests and the demo world can set their own. */
export type Clock = { now: number; newId: () => string }

export const clockOf = (c: AppContext): Clock => ({ now: c.var.now(), newId: c.var.newId })

/** For a command or an answer that must see what happened a moment ago, wherever it did. */
export const primaryOf = (c: AppContext): Database => openPrimary(c.env.DB, c.var.queryCount)
