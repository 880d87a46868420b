import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxFollowedTeams, type TeamFollow } from '../../domain/team-follows/contract.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { doesTeamExist, isTeam } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { teamFollows } from './schema.ts'
import { followsTeam } from './shared.ts'

const selectFollow = (userId: string, teamId: string) =>
  selectFields(
    {
      followers: communities.followers,
      isFollowing: computed(followsTeam(userId, communities.id), asBoolean),
      isMember: computed(isInTeam(communities.id, userId), asBoolean),
    },
    sql`FROM ${communities} WHERE ${isTeam(teamId)}`,
  )

/** Changes nothing for a member, and for a person who follows the team already. */
export async function followTeam(db: Database, now: number, userId: string, teamId: string): Promise<TeamFollow> {
  const hasRoom = sql`(SELECT count(*) FROM ${teamFollows} WHERE ${teamFollows.userId} = ${userId}) < ${maxFollowedTeams}`
  const { state } = await runBatch(db, {
    followed: insertSelect(
      teamFollows,
      { teamId: communities.id, userId, createdAt: now },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND NOT ${isInTeam(teamId, userId)} AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    state: selectFollow(userId, teamId),
  })
  const [after] = state.rows
  if (!after) throw teamNotFound()
  const { isMember, ...follow } = after
  if (!follow.isFollowing && !isMember) throw new AppError('FollowedTeamsFull')
  return follow
}

/** Does nothing if the person does not follow the team. */
export async function unfollowTeam(db: Database, userId: string, teamId: string): Promise<TeamFollow> {
  const { state } = await runBatch(db, {
    unfollowed: db.delete(teamFollows).where(and(eq(teamFollows.teamId, teamId), eq(teamFollows.userId, userId), doesTeamExist(teamId))),
    state: selectFollow(userId, teamId),
  })
  const [after] = state.rows
  if (!after) throw teamNotFound()
  return { isFollowing: after.isFollowing, followers: after.followers }
}

export const followRows: readonly TeamRows[] = [{ table: teamFollows, isOf: (teamId) => eq(teamFollows.teamId, teamId) }]
