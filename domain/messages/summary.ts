import type { FilesSummary } from './files-summary.ts'

/** What the object of a conversation writes to the database: its last message, who has written since, and how far people have read. */
export type ConversationSummary = {
  conversationId: string
  lastSeq: number
  lastAt: number | null
  lastAuthorId: string | null
  lastText: string | null
  /** The files of the last message. */
  lastFiles: FilesSummary | null
  /** The messages of each person who has written since the last summary. */
  written: [userId: string, seqs: number[]][]
  marks: [userId: string, seq: number][]
  mentions: LastMention[]
  /** The polls that were opened or closed since. */
  polls: PollState[]
  /** Who has answered a poll since, or taken their vote back. */
  answers: PollAnswer[]
}

/** The last message that mentions a person, and who wrote it. Without one, `seq` is 0. */
export type LastMention = { userId: string; seq: number; authorId: string | null }

/** `unsaved` counts the changes that the database does not know. */
export type PollState = { seq: number; authorId: string; openedAt: number; closesAt: number | null; isOpen: boolean; unsaved: number }
export type PollAnswer = { seq: number; userId: string; hasAnswered: boolean; unsaved: number }

/** People are asked about so many of the latest open polls of each conversation. */
export const maxPollsAsked = 20

/** Lists show only the start of a message. */
export const maxLastText = 200

/**
 * The database knows so many latest messages of each person in a conversation. They are not counted as unread for people with a block
 * between them.
 */
export const maxRecentSeqs = 100
