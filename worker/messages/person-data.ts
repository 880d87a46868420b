import { eq, sql } from 'drizzle-orm'
import { exportedNameOf } from '../accounts/exported-name-of.ts'
import type { Env } from '../env.ts'
import { readAll, write } from '../platform/batch.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { openPrimary } from '../platform/database.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { listExportedFiles, readExportedFiles } from './export-files.ts'
import { exportPolls } from './export-polls.ts'
import { leaveGroupsOf } from './group-commands.ts'
import { nameMentions } from './name-mentions.ts'
import { erasePolls } from './save-polls.ts'
import { conversationMembers, conversations } from './schema.ts'

const maxMessagesPerCall = 500
const maxExportedMessages = 50_000

/** The conversations in which a person has written or read. Their rows stay until the objects have forgotten the person. */
const selectConversationsOf = (env: Env, userId: string) => {
  const db = openPrimary(env.DB)
  return readAll(
    db,
    db.select({ id: conversationMembers.conversationId }).from(conversationMembers).where(eq(conversationMembers.userId, userId)),
  )
}

/** The messages themselves are in the object of each conversation. */
export const messageData: PersonData = {
  feature: 'messages',
  tables: {
    conversations: ['last_author_id'],
    conversation_members: ['user_id', 'other_id'],
    open_polls: ['author_id'],
    poll_answers: ['user_id'],
  },
  keptColumns: {
    'conversation_members.user_id': 'The job that empties the objects needs to know them. It deletes these rows at its end.',
    'conversation_members.other_id': 'The other person keeps the conversation, without the name.',
  },
  erase: (userId, now) => [
    ...leaveGroupsOf(userId, now),
    ...erasePolls(userId),
    updateSet(conversations, { lastAuthorId: null, lastText: null }, sql`WHERE ${conversations.lastAuthorId} = ${userId}`),
    updateSet(
      conversationMembers,
      { readSeq: 0, mentionedSeq: 0, recentSeqs: [], mutedUntil: null, mailedSeq: 0, mailDueAt: null },
      sql`WHERE ${conversationMembers.userId} = ${userId}`,
    ),
  ],
  eraseObjects: async (env, userId) => {
    for (const { id } of await selectConversationsOf(env, userId)) {
      await env.CONVERSATION.getByName(id).eraseAuthor(userId)
      const db = openPrimary(env.DB)
      await write(
        db,
        sql`DELETE FROM ${conversationMembers} WHERE ${conversationMembers.conversationId} = ${id} AND ${conversationMembers.userId} = ${userId}`,
      )
    }
  },
  export: async (db, userId, env) => {
    const list = await readParts(db, {
      conversations: selectAs(
        {
          kind: conversations.kind,
          group: conversations.name,
          role: conversationMembers.role,
          joinedAt: conversationMembers.joinedAt,
          person: exportedNameOf(conversationMembers.otherId),
          isRemoved: conversationMembers.isHidden,
          isRequest: conversationMembers.isRequest,
          mutedUntil: conversationMembers.mutedUntil,
          readUpTo: conversationMembers.readSeq,
          lastMention: conversationMembers.mentionedSeq,
          emailedUpTo: conversationMembers.mailedSeq,
        },
        sql`FROM ${conversationMembers} JOIN ${conversations} ON ${conversations.id} = ${conversationMembers.conversationId}
          WHERE ${conversationMembers.userId} = ${userId}`,
      ),
    })
    const messages: Record<string, unknown>[] = []
    const reactions: Record<string, unknown>[] = []
    const polls: Record<string, unknown>[] = []
    const votes: Record<string, unknown>[] = []
    const ids = (await selectConversationsOf(env, userId)).map(({ id }) => id)
    for (const id of ids) {
      for (let after = 0; messages.length < maxExportedMessages; ) {
        const page = await env.CONVERSATION.getByName(id).listOf(userId, after, maxMessagesPerCall)
        const words = page.map(({ text, sentAt }) => ({ conversationId: id, text, sentAt }))
        const write = await nameMentions(db, userId, words)
        messages.push(...words.map((one) => ({ conversation: id, text: write(one), sentAt: new Date(one.sentAt).toISOString() })))
        after = page.at(-1)?.seq ?? 0
        if (page.length < maxMessagesPerCall) break
      }
      const part = await exportPolls(env, id, userId)
      polls.push(...part.polls)
      votes.push(...part.votes)
      for (let after = { seq: 0, emoji: '' }; reactions.length < maxExportedMessages; ) {
        const page = await env.CONVERSATION.getByName(id).listReactionsOf(userId, after, maxMessagesPerCall)
        reactions.push(...page.map(({ emoji, at }) => ({ conversation: id, emoji, at: new Date(at).toISOString() })))
        after = page.at(-1) ?? after
        if (page.length < maxMessagesPerCall) break
      }
    }
    return [
      ...list,
      { name: 'messages', rows: messages },
      { name: 'message-reactions', rows: reactions },
      { name: 'polls', rows: polls },
      { name: 'poll-votes', rows: votes },
      { name: 'message-files', rows: await listExportedFiles(env, userId, ids) },
    ]
  },
  exportFiles: async (_db, userId, env) => {
    const conversations = await selectConversationsOf(env, userId)
    return readExportedFiles(
      env,
      userId,
      conversations.map(({ id }) => id),
    )
  },
}
