import type { PlatformId } from '../../domain/platforms.ts'
import type { AppContext } from './context.ts'
import { type Database, openPrimary } from './database.ts'

/** Commands get the time and new ids from their caller, so that tests and the demo world can set them. */
export type Clock = { now: number; newId: () => string }

export const getClock = (c: AppContext): Clock => ({ now: c.var.now(), newId: c.var.newId })

/** For commands that notify people: emails carry the name and links of the platform. */
export type CommandContext = Clock & { platform?: PlatformId }

export const getCommandContext = (c: AppContext): Required<CommandContext> => ({ ...getClock(c), platform: c.var.site.platform })

/** For commands and answers that must see the newest data, even if another location has just written it. */
export const getPrimary = (c: AppContext): Database => openPrimary(c.env.DB, { counted: c.var.queryCount, outboxIds: c.var.outboxIds })
