import type { Admission } from '../../durable-objects/conversation/protocol.ts'
import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { type ConversationAccess, requireConversation } from './access.ts'

/** Checks that the viewer may read a conversation, and says what its object needs to know about them. */
export async function admit(c: AppContext, conversationId: string): Promise<Admission & Pick<ConversationAccess, 'mayModerate'>> {
  // Taken before the check, so that somebody who is removed right after it is refused.
  const checkedAt = Date.now()
  const viewer = await requireComplete(c)
  const { sessionId } = await requireSession(c)
  const access = await requireConversation(getPrimary(c), viewer.id, conversationId)
  return { conversationId, userId: viewer.id, sessionId, checkedAt, ...access }
}
