import type { AppContext } from '../platform/context.ts'
import { getErrorFields, logLine } from '../platform/log.ts'

/**
 * Closes the sockets of sessions that have just ended, so that their tabs show nothing private any longer: those of
 * presence, and those of conversations.
 */
export async function endSockets(
  c: AppContext,
  userId: string,
  which: { only?: string; except?: string; isKnown?: boolean } = {},
): Promise<void> {
  await c.env.PRESENCE.getByName(userId)
    .endSessions(which)
    .catch((error: unknown) => logLine('warn', 'sockets-open', getErrorFields(error)))
}
