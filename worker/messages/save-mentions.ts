import { type SQL, sql } from 'drizzle-orm'
import type { LastMention } from '../../domain/messages/summary.ts'
import { people } from '../accounts/shared.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { mayRead } from './access.ts'
import { conversationMembers } from './schema.ts'

/**
 * Stores which message mentions each person last. Who is not in the conversation, or has a block with the author, is not mentioned: this
 * is what `mayReach` says about `mention`.
 */
export function saveMentions(conversationId: string, mentions: readonly LastMention[]): SQL {
  const userId = sql`mention.value->>'userId'`
  const mentionedSeq = excluded(conversationMembers.mentionedSeq)
  return insertSelect(
    conversationMembers,
    { conversationId, userId, mentionedSeq: sql`mention.value->>'seq'` },
    sql`FROM json_each(${JSON.stringify(mentions)}) mention
      WHERE EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL)
        AND ${mayRead(userId, conversationId)} AND ${hasNoBlock(userId, sql`mention.value->>'authorId'`)}
      ${onConflictUpdate(conversationMembers, ['conversationId', 'userId'], { mentionedSeq })}
      WHERE ${conversationMembers.mentionedSeq} <> ${mentionedSeq}`,
  )
}
