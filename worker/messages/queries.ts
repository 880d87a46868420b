import { inArray, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import {
  type Conversation,
  type ConversationList,
  type ConversationPeople,
  conversationPageSize,
  maxNamesAsked,
  maxUnreadConversations,
  type UnreadConversations,
} from '../../domain/messages/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { faceColumns } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { belongsTo, mayRead, wasIn } from './access.ts'
import { nameMentions } from './name-mentions.ts'
import { lists, selectAll, selectCounts, selectOne, selectRows, toConversation } from './select-conversations.ts'

type ListQuery = { cursor?: string | undefined; blocked: boolean; now: number }

/**
 * Lists the conversations of a person in which somebody has written, and new groups, the latest first. With `blocked` those that they have
 * removed.
 */
export async function listConversations(db: Database, viewerId: string, { cursor, blocked, now }: ListQuery): Promise<ConversationList> {
  const after = readCursor(TimeCursor, cursor)
  const isListed = sql`${blocked ? lists.isRemoved : lists.isShown} AND ${after ? lists.isAfter(after) : sql`1`}`
  const keys = sql`${selectAll(viewerId, isListed, { now })} ORDER BY "lastAt" DESC, id DESC LIMIT ${conversationPageSize + 1}`
  const rows = await readAll(db, selectRows(viewerId, keys))
  const { page, next } = cutPage(rows, conversationPageSize, ({ lastAt, id }) => [lastAt ?? 0, id])
  return { conversations: await nameLastTexts(db, viewerId, page.map(toConversation)), next }
}

/** One conversation of the viewer, also if nobody has written in it. */
export async function findConversation(db: Database, viewerId: string, conversationId: string): Promise<Conversation | null> {
  const row = await readFirst(db, selectRows(viewerId, selectOne(viewerId, conversationId)))
  return (row && (await nameLastTexts(db, viewerId, [toConversation(row)]))[0]) ?? null
}

/** Lists show the last messages as people read them. */
async function nameLastTexts(db: Database, viewerId: string, found: readonly Conversation[]): Promise<Conversation[]> {
  const toWords = ({ id, last }: Conversation) => ({ conversationId: id, text: last?.text ?? null })
  const write = await nameMentions(db, viewerId, found.map(toWords))
  return found.map((conversation) => ({
    ...conversation,
    last: conversation.last && { ...conversation.last, text: write(toWords(conversation)) },
  }))
}

/** The database looks at so many of the conversations that a person has joined last to count those with unread messages. */
const maxCounted = 300

/** Muted conversations do not count. */
export async function countUnreadConversations(db: Database, viewerId: string, now: number): Promise<UnreadConversations> {
  const keys = selectAll(viewerId, lists.isShown, { now, maxOwn: maxCounted })
  const found = await readFirst(db, selectCounts(viewerId, keys, { now, max: maxUnreadConversations }))
  return { unread: found?.unread ?? 0, requests: found?.requests ?? 0 }
}

/**
 * Names and photos of people who are or were in a conversation, without those whom the viewer may not see. Refuses a viewer who may not
 * read it, in the same statement, because each page of messages asks for names.
 */
export async function listConversationPeople(
  db: Database,
  viewerId: string,
  conversationId: string,
  ids: readonly string[],
): Promise<ConversationPeople> {
  // A list in JSON reads each id as a row of its own, but D1 binds at most 100 parameters.
  const isAsked = ids.length <= maxNamesAsked ? inArray(people.id, [...ids]) : inList(people.id, ids)
  const rows = await readAll(
    db,
    select(
      { mayRead: asBoolean, id: orNull(asText), name: faceColumns.name, photoKey: faceColumns.photoKey },
      sql`SELECT viewer.mayRead AS mayRead, ${people.id} AS id, ${people.displayName} AS name, ${people.photoKey} AS "photoKey"
        FROM (SELECT ${mayRead(viewerId, conversationId)} AS mayRead) viewer LEFT JOIN ${people} ON viewer.mayRead
          AND ${isAsked} AND ${people.deletedAt} IS NULL AND ${hasNoBlock(viewerId, people.id)}
          AND (${belongsTo(conversationId, people.id)} OR ${wasIn(conversationId, people.id)})`,
    ),
  )
  if (!rows[0]?.mayRead) throw new AppError('NotFound')
  return { people: rows.flatMap(({ id, name, photoKey }) => (id === null ? [] : [makeFace(id, name, photoKey)])) }
}
