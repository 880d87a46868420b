import { sql } from 'drizzle-orm'
import { type GroupMembers, maxGroupSize } from '../../domain/messages/groups.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { conversationMembers as m } from './schema.ts'

/** The people of a group, without those who have a block with the viewer. */
export async function listGroupMembers(db: Database, viewerId: string, conversationId: string): Promise<GroupMembers> {
  const rows = await readAll(
    db,
    select(
      { ...faceColumns, role: asText, joinedAt: asNumber },
      sql`SELECT ${people.id} AS id, ${people.displayName} AS name, ${people.photoKey} AS "photoKey", ${m.role} AS role, ${m.joinedAt} AS "joinedAt"
        FROM ${m} CROSS JOIN ${people} ON ${people.id} = ${m.userId}
        WHERE ${m.conversationId} = ${conversationId} AND ${m.role} IS NOT NULL AND ${people.deletedAt} IS NULL AND ${hasNoBlock(viewerId, people.id)}
        ORDER BY ${m.joinedAt}, ${m.userId} LIMIT ${maxGroupSize}`,
    ),
  )
  return { members: rows.map((row) => ({ ...toFace(row), role: row.role === 'owner' ? 'owner' : 'member', joinedAt: row.joinedAt })) }
}
