import { eq, sql } from 'drizzle-orm'
import { isNothingLeft } from '../../domain/messages/alerts.ts'
import type { Conversation } from '../../domain/messages/contract.ts'
import { people } from '../accounts/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { findConversation } from './queries.ts'
import { judgeRecipient, recipient, selectRecipients } from './select-recipients.ts'

type FoundAlert = { conversation: Conversation; authorName: string | null; isSilent: boolean }

/** What a person has not read in a conversation at this moment, for an alert. Null if nothing of it may reach them on a device. */
export async function findAlert(db: Database, userId: string, conversationId: string, now: number): Promise<FoundAlert | null> {
  const conversation = await findConversation(db, userId, conversationId)
  if (!conversation?.last || conversation.unread === 0 || isNothingLeft(conversation)) return null
  const [person] = await readAll(db, selectRecipients(conversationId, sql`${recipient.id} = ${userId}`, 1))
  const channels = person && judgeRecipient(person, now)
  if (!channels?.push) return null
  return { conversation, authorName: await findName(db, conversation), isSilent: channels.isSilent }
}

/** A direct conversation has the name of its author. */
async function findName(db: Database, { kind, last }: Conversation): Promise<string | null> {
  if (kind === 'direct' || !last?.authorId) return null
  const author = await readFirst(db, db.select({ name: people.displayName }).from(people).where(eq(people.id, last.authorId)))
  return author?.name ?? null
}
