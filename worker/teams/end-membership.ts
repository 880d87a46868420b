import { and, eq, type SQL, sql } from 'drizzle-orm'
import { leaveTeamConversation } from '../messages/leave.ts'
import type { Database } from '../platform/database.ts'
import { isMemberRow } from './actor.ts'
import { teamMembers } from './schema.ts'

/**
 * The only statements that delete memberships. Put those for one person after the statement whose change they depend on; the next one
 * may ask for `changes()` again.
 */
export const endMembership = (db: Database, teamId: string, userId: string, now: number) => ({
  removed: db.delete(teamMembers).where(and(isMemberRow(teamId, userId), sql`changes() > 0`)),
  leftConversation: leaveTeamConversation(teamId, userId, { now, when: sql`changes() > 0` }),
})

export const endAllMemberships = (db: Database, teamId: string, when: SQL, now: number) => ({
  membersDeleted: db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), when)),
  allLeftConversation: leaveTeamConversation(teamId, null, { now, when: sql`changes() > 0` }),
})
