import type { Conversation } from '../../domain/messages/contract.ts'
import { listMentioned } from '../../domain/messages/mentions.ts'
import { type FoundConversations, type FoundMessages, foundInEach } from '../../domain/messages/search.ts'
import type { Admission } from '../../durable-objects/conversation/protocol.ts'
import type { Env } from '../env.ts'
import type { Database } from '../platform/database.ts'
import { readAccess } from './access.ts'
import { listConversationPeople, listConversations } from './queries.ts'

type Searcher = Pick<Admission, 'userId' | 'sessionId'>
type Search = { q: string; before?: number | undefined; limit?: number }

/** Null if the permission is out of date. */
export async function searchConversation(env: Env, db: Database, admission: Admission, search: Search): Promise<FoundMessages | null> {
  const { conversationId, userId } = admission
  const found = await env.CONVERSATION.getByName(conversationId).search(admission, search)
  if (!found || found.messages.length === 0) return found && { ...found, people: [] }
  const ids = new Set(found.messages.flatMap(({ authorId, text }) => [authorId, ...listMentioned(text ?? '')]))
  return { ...found, ...(await listConversationPeople(db, userId, conversationId, [...ids])) }
}

/** Searches one page of the person's conversations. Each conversation knows its own words, so its object is asked. */
export async function searchConversations(
  env: Env,
  db: Database,
  { userId, sessionId }: Searcher,
  { q, cursor, now }: { q: string; cursor?: string | undefined; now: number },
): Promise<FoundConversations> {
  // Taken before the check, so that somebody who is removed right after it is refused.
  const checkedAt = Date.now()
  const { conversations, next } = await listConversations(db, userId, { cursor, blocked: false, now })
  const access = await readAccess(
    db,
    userId,
    conversations.map(({ id }) => id),
  )
  const search = async (conversation: Conversation) => {
    const allowed = access.get(conversation.id)
    if (!allowed) return []
    const admission = { conversationId: conversation.id, userId, sessionId, checkedAt, ...allowed }
    const found = await searchConversation(env, db, admission, { q, limit: foundInEach })
    return found && found.messages.length > 0 ? [{ conversation, ...found }] : []
  }
  return { found: (await Promise.all(conversations.map(search))).flat(), next }
}
