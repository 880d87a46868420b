import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { conversationFacts } from '../messages/shared.ts'
import { insertSelect } from '../platform/columns.ts'
import { teamMembers } from './schema.ts'

type NewMember = { teamId: SQLWrapper | string; userId: SQLWrapper | string; joinedAt: number }

/** Adds a person as a member, once, if `rest` selects a row. Put `countMembers` last in the same batch. */
export const insertMember = (member: NewMember, rest: SQL): SQL => {
  const messagesBefore = sql`coalesce((SELECT ${conversationFacts.lastSeq} FROM ${conversationFacts} WHERE ${conversationFacts.id} = 'team_' || ${member.teamId}), 0)`
  return insertSelect(teamMembers, { ...member, role: 'member', messagesBefore }, sql`${rest} ON CONFLICT DO NOTHING`)
}
