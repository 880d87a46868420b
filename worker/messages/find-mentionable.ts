import { sql } from 'drizzle-orm'
import type { ConversationPeople } from '../../domain/messages/contract.ts'
import { maxMentionable } from '../../domain/messages/mentions.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { selectMembers } from './select-members.ts'

/**
 * People of a conversation whom the viewer may mention, with a part of their name that starts like this. Who removed the conversation from
 * their list is there too, because the others must not notice that.
 */
export async function findMentionable(db: Database, viewerId: string, conversationId: string, q: string): Promise<ConversationPeople> {
  const rows = await readAll(
    db,
    select(
      faceColumns,
      sql`SELECT ${people.id} AS id, ${people.displayName} AS name, ${people.photoKey} AS "photoKey"
        FROM (${selectMembers(conversationId, { withRemoved: true })}) member CROSS JOIN ${people} ON ${people.id} = member.userId
        WHERE ${people.id} <> ${viewerId} AND ${people.deletedAt} IS NULL
          AND instr(' ' || lower(${people.displayName}), ' ' || lower(${q})) > 0
          AND ${hasNoBlock(viewerId, people.id)}
        ORDER BY ${people.displayName} COLLATE NOCASE, ${people.id} LIMIT ${maxMentionable}`,
    ),
  )
  return { people: rows.map(toFace) }
}
