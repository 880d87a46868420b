import { sql } from 'drizzle-orm'
import { maxParticipants } from '../../domain/messages/contract.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { selectMembers } from './select-members.ts'

/** The ids of people in a conversation that the viewer may read, the viewer first. Without an order, so that few rows of many are read. */
export async function listParticipants(db: Database, viewerId: string, conversationId: string): Promise<string[]> {
  const others = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT ${people.id} AS id FROM (${selectMembers(conversationId, { withRemoved: true })}) member CROSS JOIN ${people} ON ${people.id} = member.userId
        WHERE ${people.id} <> ${viewerId} AND ${people.deletedAt} IS NULL AND ${hasNoBlock(viewerId, people.id)} LIMIT ${maxParticipants - 1}`,
    ),
  )
  return [viewerId, ...others.map(({ id }) => id)]
}
