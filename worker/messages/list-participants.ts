import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Participants, participantPageSize } from '../../domain/messages/contract.ts'
import { maxGroupSize } from '../../domain/messages/groups.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { selectMembers } from './select-members.ts'

/** The ids of people in a conversation that the viewer may read, the viewer first. Nobody reads the rows of a whole community for it. */
export async function listParticipantIds(db: Database, viewerId: string, conversationId: string): Promise<string[]> {
  const kind = conversationKindOf(conversationId)
  if (kind !== 'direct' && kind !== 'group') return [viewerId]
  const others = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT ${people.id} AS id FROM (${selectMembers(conversationId, { withRemoved: true })}) member CROSS JOIN ${people} ON ${people.id} = member.userId
        WHERE ${people.id} <> ${viewerId} AND ${people.deletedAt} IS NULL AND ${hasNoBlock(viewerId, people.id)} LIMIT ${maxGroupSize - 1}`,
    ),
  )
  return [viewerId, ...others.map(({ id }) => id)]
}

const IdCursor = v.tuple([v.string()])

/** The people in a conversation that the viewer may read, in the order of their ids, so that a page reads only what it shows. */
export async function listParticipants(
  db: Database,
  viewerId: string,
  conversationId: string,
  cursor: string | undefined,
): Promise<Participants> {
  const [after = ''] = readCursor(IdCursor, cursor) ?? []
  const rows = await readAll(
    db,
    select(
      faceColumns,
      sql`SELECT ${people.id} AS id, ${people.displayName} AS name, ${people.photoKey} AS "photoKey"
        FROM (${selectMembers(conversationId, { withRemoved: true })}) member CROSS JOIN ${people} ON ${people.id} = member.userId
        WHERE member.userId > ${after} AND ${people.deletedAt} IS NULL AND ${hasNoBlock(viewerId, people.id)}
        ORDER BY member.userId LIMIT ${participantPageSize + 1}`,
    ),
  )
  const { page, next } = cutPage(rows, participantPageSize, ({ id }) => [id])
  return { participants: page.map(toFace), next }
}
