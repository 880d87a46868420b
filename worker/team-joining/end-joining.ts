import { eq, type SQL, sql } from 'drizzle-orm'
import { quietDuration } from '../../domain/team-joining/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { endFollow } from '../team-follows/shared.ts'
import { isInvitationTo } from './conditions.ts'
import { teamInvitations, teamRequests } from './schema.ts'

/** For the batch in which a person becomes a member: their request and their invitations are answered, and they need no follow. `when` is checked here. */
export const endJoiningOf = (teamId: string, userId: string, when: SQL): SQL[] => [
  sql`DELETE FROM ${teamRequests} WHERE ${teamRequests.teamId} = ${teamId} AND ${teamRequests.userId} = ${userId} AND ${when}`,
  sql`DELETE FROM ${teamInvitations} WHERE ${teamInvitations.teamId} = ${teamId} AND ${isInvitationTo(userId)} AND ${when}`,
  endFollow(teamId, userId, when),
]

/** For the batch in which a person leaves a team or is removed: what they sent ends. */
export const endInvitationsBy = (teamId: string, inviterId: string, when: SQL): SQL =>
  sql`DELETE FROM ${teamInvitations} WHERE ${teamInvitations.teamId} = ${teamId} AND ${teamInvitations.inviterId} = ${inviterId} AND ${when}`

/** For the batch that removes a person: for a while, they cannot come back by themselves. Put it right after the removal and its notification. */
export const keepOut = (teamId: string, userId: string, now: number): SQL =>
  insertSelect(
    teamRequests,
    { teamId, userId, message: '', createdAt: now, declinedAt: now, isTakenBack: true },
    sql`WHERE changes() > 0 ${onConflictUpdate(teamRequests, ['teamId', 'userId'], { declinedAt: now, isTakenBack: true })}`,
  )

export const joiningRows: readonly TeamRows[] = [
  { table: teamRequests, isOf: (teamId) => eq(teamRequests.teamId, teamId) },
  { table: teamInvitations, isOf: (teamId) => eq(teamInvitations.teamId, teamId) },
]

/** For the batch that deletes a team: nobody can ask or accept any longer, and a team that comes back has to invite again. */
export const deleteJoining = (teamId: string, when: SQL): SQL[] => [
  sql`DELETE FROM ${teamRequests} WHERE ${teamRequests.teamId} = ${teamId} AND ${when}`,
  sql`DELETE FROM ${teamInvitations} WHERE ${teamInvitations.teamId} = ${teamId} AND ${when}`,
]

const maxDeletedAtOnce = 500

/** Runs every minute: deletes invitations that are over, and requests that were declined long ago. */
export async function deleteOldJoining(db: Database, now: number): Promise<void> {
  await runBatch(db, {
    invitations: sql`DELETE FROM ${teamInvitations} WHERE ${teamInvitations.id} IN (SELECT ${teamInvitations.id} FROM ${teamInvitations}
      WHERE ${teamInvitations.expiresAt} <= ${now} ORDER BY ${teamInvitations.expiresAt} LIMIT ${maxDeletedAtOnce})`,
    requests: sql`DELETE FROM ${teamRequests} WHERE (${teamRequests.teamId}, ${teamRequests.userId}) IN (
      SELECT ${teamRequests.teamId}, ${teamRequests.userId} FROM ${teamRequests}
      WHERE ${teamRequests.declinedAt} IS NOT NULL AND ${teamRequests.declinedAt} <= ${now - quietDuration} ORDER BY ${teamRequests.declinedAt} LIMIT ${maxDeletedAtOnce})`,
  })
}
