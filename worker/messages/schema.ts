import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { groupRoles } from '../../domain/messages/groups.ts'
import { conversationKinds } from '../../domain/messages/kinds.ts'
import { users } from '../accounts/schema.ts'

/** The conversation is a direct one or a group that the person is in. */
const isOwn = sql`(other_id IS NOT NULL OR role IS NOT NULL)`

/** What lists show of each conversation. Its messages are in its Durable Object, which writes the last one here. WITHOUT ROWID. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: conversationKinds }).notNull(),
    /** Only groups have a name of their own and a time at which somebody made them. */
    name: text('name'),
    createdAt: integer('created_at'),
    lastSeq: integer('last_seq').notNull().default(0),
    lastAt: integer('last_at'),
    lastAuthorId: text('last_author_id').references(() => users.id),
    /** The start of the text, or what files it has (`packLast`); null after the message was deleted. */
    lastText: text('last_text'),
    /** When we look who has not read up to `mailSeq`. All messages up to it are old enough for an email by then. */
    mailAt: integer('mail_at'),
    mailSeq: integer('mail_seq').notNull().default(0),
  },
  (t) => [index('conversations_mail_due').on(t.mailAt).where(sql`mail_at IS NOT NULL`)],
)

/**
 * The people of a direct conversation and of a group, and for other kinds the people who have read or written in it. Triggers on
 * `team_members`, `team_topic_optouts`, `joiners` and `event_hosts` add a row for a person who comes later, so that nothing is unread.
 */
export const conversationMembers = sqliteTable(
  'conversation_members',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The other person of a direct conversation. */
    otherId: text('other_id').references(() => users.id),
    /** Only in groups; null for people who are no longer in it. */
    role: text('role', { enum: groupRoles }),
    joinedAt: integer('joined_at'),
    readSeq: integer('read_seq').notNull().default(0),
    /** The last message that mentions the person; 0 if none does. */
    mentionedSeq: integer('mentioned_seq').notNull().default(0),
    /** The latest messages that the person wrote here, as a list in JSON. They are not unread for people with a block between them. */
    recentSeqs: text('recent_seqs', { mode: 'json' }).$type<number[]>().notNull().default([]),
    /** The person removed the conversation from their list, and nothing of it reaches them. */
    isHidden: integer('is_hidden', { mode: 'boolean' }).notNull().default(false),
    /** Somebody whom the person does not know wrote first, and the person has not accepted it. */
    isRequest: integer('is_request', { mode: 'boolean' }).notNull().default(false),
    /** The conversation does not count as unread for the person until then. */
    mutedUntil: integer('muted_until'),
    /** The person got an email about the messages up to this one. */
    mailedSeq: integer('mailed_seq').notNull().default(0),
    /** When the person gets an email about what they have not read by then. */
    mailDueAt: integer('mail_due_at'),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.userId] }),
    index('conversation_members_by_user').on(t.userId),
    index('conversation_members_mail_due').on(t.mailDueAt, t.userId).where(sql`mail_due_at IS NOT NULL`),
    // Lists look at every direct conversation and group of a person, and at no other row of theirs.
    index('conversation_members_to_list').on(t.userId, t.conversationId, t.otherId, t.role).where(isOwn),
    index('conversation_members_removed').on(t.userId, t.conversationId).where(sql`is_hidden = 1`),
  ],
)

/** The polls that people are asked to answer, without those that were closed early. Their words are in the object of the conversation. */
export const openPolls = sqliteTable(
  'open_polls',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    /** The message of the poll. */
    seq: integer('seq').notNull(),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    openedAt: integer('opened_at').notNull(),
    closesAt: integer('closes_at'),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    index('open_polls_by_author').on(t.authorId),
    index('open_polls_by_age').on(t.openedAt),
  ],
)

/** Who has answered an open poll. */
export const pollAnswers = sqliteTable(
  'poll_answers',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    seq: integer('seq').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.seq, t.userId] }), index('poll_answers_by_user').on(t.userId)],
)
