import { parseFileKey } from '../../domain/messages/files.ts'
import type { AppContext } from '../platform/context.ts'
import { admit } from './admit.ts'

/** Who may read the conversation now opens its files, while their message stands. For everybody else there is no such file. */
export async function maySeeMessageFile(c: AppContext, key: string): Promise<boolean> {
  const ids = parseFileKey(key)
  const viewer = await c.var.viewer()
  if (!ids || !viewer?.profileComplete) return false
  const admission = await admit(c, ids.conversationId)
  return c.env.CONVERSATION.getByName(ids.conversationId).maySeeFile(admission, ids.id)
}
