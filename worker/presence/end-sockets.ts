import type { AppContext } from '../platform/context.ts'
import { errorFields, logLine } from '../platform/log.ts'

/** Tells the tabs of sessions that have just ended, so that nothing is shown there any longer. After the answer. */
export function endSockets(c: AppContext, userId: string, which: { only?: string; except?: string; isTold?: boolean } = {}): void {
  c.executionCtx.waitUntil(
    c.env.PRESENCE.getByName(userId)
      .endSessions(which)
      .catch((error: unknown) => logLine('warn', 'sockets-open', errorFields(error))),
  )
}
