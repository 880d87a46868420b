import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { packLast } from '../../domain/messages/files-summary.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { type ConversationSummary, maxRecentSeqs } from '../../domain/messages/summary.ts'
import { mailDelay } from '../../domain/notifications/waiting.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, inList, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { saveMentions } from './save-mentions.ts'
import { savePolls } from './save-polls.ts'
import { conversationMembers, conversations } from './schema.ts'

/**
 * Stores what lists show of a conversation. It may run twice, and an older summary never replaces a newer one. Returns who of those who
 * wrote or voted has deleted their account: the job that deleted their words did not know of this conversation yet.
 */
export async function saveSummary(
  db: Database,
  { conversationId, lastSeq, lastAt, lastAuthorId, lastText, lastFiles, written, marks, mentions, polls, answers }: ConversationSummary,
): Promise<string[]> {
  // A deleted account keeps no trace here, also if its words are deleted a moment later.
  const author = sql`(SELECT ${people.id} FROM ${people} WHERE ${people.id} = ${lastAuthorId} AND ${people.deletedAt} IS NULL)`
  const packed = packLast(lastText, lastFiles)
  const last = {
    lastSeq,
    lastAt,
    lastAuthorId: author,
    lastText: packed === null ? null : sql`iif(${author} IS NULL, NULL, ${packed})`,
  }
  // The first of some new messages decides when we look who needs an email.
  const startsMail = sql`${conversations.mailAt} IS NULL AND ${conversations.lastSeq} < ${lastSeq}`
  const mail = { mailAt: lastAt === null ? null : lastAt + mailDelay, mailSeq: lastSeq }
  const seqsOf = new Map(written)
  const readOf = new Map(marks)
  const changed = [...new Set([...seqsOf.keys(), ...readOf.keys(), ...answers.map(({ userId }) => userId)])].map((userId) => ({
    userId,
    readSeq: readOf.get(userId) ?? 0,
    seqs: seqsOf.get(userId) ?? [],
  }))
  const isPerson = sql`EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = changed.value->>'userId' AND ${people.deletedAt} IS NULL)`
  const recentSeqs = sql`(SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(${conversationMembers.recentSeqs}) UNION SELECT value FROM json_each(${excluded(conversationMembers.recentSeqs)})
    ORDER BY value DESC LIMIT ${maxRecentSeqs}))`
  const active = [...seqsOf.keys(), ...answers.map(({ userId }) => userId)]
  const { gone } = await runBatch(db, {
    conversation: insertSelect(
      conversations,
      { id: conversationId, kind: conversationKindOf(conversationId), ...last, ...mail },
      sql`WHERE true ${onConflictUpdate(conversations, ['id'], {
        ...last,
        mailAt: sql`iif(${startsMail}, ${excluded(conversations.mailAt)}, ${conversations.mailAt})`,
        mailSeq: sql`iif(${startsMail}, ${excluded(conversations.mailSeq)}, ${conversations.mailSeq})`,
      })} WHERE ${conversations.lastSeq} <= ${lastSeq}`,
    ),
    // Who answers a stranger accepts that they write.
    accepted: db
      .update(conversationMembers)
      .set({ isRequest: false })
      .where(
        and(
          eq(conversationMembers.conversationId, conversationId),
          eq(conversationMembers.isRequest, true),
          inList(conversationMembers.userId, [...seqsOf.keys()]),
        ),
      ),
    people: insertSelect(
      conversationMembers,
      {
        conversationId,
        userId: sql`changed.value->>'userId'`,
        readSeq: sql`changed.value->>'readSeq'`,
        recentSeqs: sql`changed.value->'seqs'`,
      },
      sql`FROM json_each(${JSON.stringify(changed)}) changed WHERE ${isPerson}
        ${onConflictUpdate(conversationMembers, ['conversationId', 'userId'], {
          readSeq: sql`max(${conversationMembers.readSeq}, ${excluded(conversationMembers.readSeq)})`,
          recentSeqs,
        })}`,
    ),
    ...(mentions.length > 0 ? { mentions: saveMentions(conversationId, mentions) } : {}),
    ...savePolls({ conversationId, polls, answers }),
    gone: db
      .select({ id: people.id })
      .from(people)
      .where(and(inList(people.id, active), isNotNull(people.deletedAt))),
  })
  return gone.rows.map(({ id }) => id)
}
