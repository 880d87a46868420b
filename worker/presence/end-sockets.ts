import type { AppContext } from '../platform/context.ts'
import { getErrorFields, logLine } from '../platform/log.ts'

/**
 * Closes the sockets of sessions that have just ended, so that their tabs show nothing private any longer. Runs after the
 * response.
 */
export function endSockets(c: AppContext, userId: string, which: { only?: string; except?: string; isKnown?: boolean } = {}): void {
  c.executionCtx.waitUntil(
    c.env.PRESENCE.getByName(userId)
      .endSessions(which)
      .catch((error: unknown) => logLine('warn', 'sockets-open', getErrorFields(error))),
  )
}
