import { sql } from 'drizzle-orm'
import { maxGroupSize } from '../../domain/messages/groups.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { selectMembers } from './select-members.ts'

/** The ids of people in a conversation that the viewer may read, the viewer first. Nobody reads the rows of a whole community for it. */
export async function listParticipants(db: Database, viewerId: string, conversationId: string): Promise<string[]> {
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
