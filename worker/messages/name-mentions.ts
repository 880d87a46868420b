import { sql } from 'drizzle-orm'
import { listMentioned, type NameOf, writePlain } from '../../domain/messages/mentions.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { conversationMembers as m } from './schema.ts'

type MessageWords = { conversationId: string; text: string | null }

/**
 * Reads the names of all people who are mentioned in some texts, in one query, and none if nobody is. Whoever was mentioned has a row in
 * `conversation_members`. People whom the viewer may not see have no name; `null` sees everyone. Returns what writes a text as people read it.
 */
export async function nameMentions(
  db: Database,
  viewerId: string | null,
  texts: readonly MessageWords[],
): Promise<(words: MessageWords) => string | null> {
  const mentions = texts.flatMap(({ conversationId, text }) => listMentioned(text ?? '').map((userId) => ({ conversationId, userId })))
  const rows =
    mentions.length === 0
      ? []
      : await readAll(
          db,
          select(
            { conversationId: asText, id: asText, name: asText },
            sql`SELECT ${m.conversationId} AS conversationId, ${people.id} AS id, ${people.displayName} AS name
              FROM json_each(${JSON.stringify(mentions)}) mention
              CROSS JOIN ${m} ON ${m.conversationId} = mention.value->>'conversationId' AND ${m.userId} = mention.value->>'userId'
              CROSS JOIN ${people} ON ${people.id} = ${m.userId}
              WHERE ${people.deletedAt} IS NULL AND ${people.displayName} IS NOT NULL AND ${viewerId === null ? sql`1` : hasNoBlock(viewerId, people.id)}`,
          ),
        )
  const names = new Map(rows.map(({ conversationId, id, name }) => [`${conversationId} ${id}`, name]))
  return ({ conversationId, text }) => text && writePlain(text, nameIn(names, conversationId))
}

const nameIn =
  (names: ReadonlyMap<string, string>, conversationId: string): NameOf =>
  (userId) =>
    names.get(`${conversationId} ${userId}`)
