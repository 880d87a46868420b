import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type GrantedRole, membersMost } from '../../domain/teams/contract.ts'
import { judgeAddition, judgeLeaving, judgeRemoval, judgeRoleChange } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { endRegistrations } from '../seasons/commands.ts'
import { type Actor, asPerson, countMembers, mayAct, mayTouchMember, readFacts, refuseUnknownPerson, selectFacts } from './acting.ts'

/** Takes a person in as a member. False when they were in already, whatever their role. */
export async function addMember(db: Database, { now }: Clock, actor: Actor, teamId: string, userId: string): Promise<boolean> {
  const [met, added] = await runBatch(db, [
    selectFacts(actor, teamId, userId),
    sql`INSERT INTO team_members (team_id, user_id, role, joined_at)
      SELECT id, ${userId}, 'member', ${now} FROM teams
      WHERE id = ${teamId} AND deleted_at IS NULL AND ${mayAct(actor, teamId, 'members.add')}
        AND (SELECT count(*) FROM team_members WHERE team_id = ${teamId}) < ${membersMost}
        AND NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NOT NULL)
      ON CONFLICT (team_id, user_id) DO NOTHING`,
    countMembers(teamId),
  ]).catch(refuseUnknownPerson(new AppError('NewMemberNotFound')))
  if (added?.meta.changes) return true
  const { by, targetRole } = readFacts(actor, met)
  const refusal = judgeAddition(by, targetRole === null)
  if (refusal) throw refusal
  return false
}

export async function removeMember(db: Database, { now }: Clock, actor: Actor, teamId: string, userId: string): Promise<void> {
  const [met, removed] = await runBatch(db, [
    selectFacts(actor, teamId, userId),
    sql`DELETE FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId} AND ${mayTouchMember(actor, teamId, 'members.remove')}`,
    endRegistrations(teamId, userId, now),
    countMembers(teamId),
  ])
  if (removed?.meta.changes) return
  const { by, targetRole } = readFacts(actor, met)
  throw judgeRemoval(by, targetRole) ?? new AppError('Conflict')
}

export async function changeRole(db: Database, actor: Actor, teamId: string, userId: string, role: GrantedRole): Promise<void> {
  const [met, changed] = await runBatch(db, [
    selectFacts(actor, teamId, userId),
    sql`UPDATE team_members SET role = ${role}
      WHERE team_id = ${teamId} AND user_id = ${userId} AND ${role} IN ('organizer', 'member')
        AND ${mayTouchMember(actor, teamId, 'members.changeRole')}`,
  ])
  if (changed?.meta.changes) return
  const { by, targetRole } = readFacts(actor, met)
  throw judgeRoleChange(by, targetRole, role) ?? new AppError('Conflict')
}

/** An owner cannot leave: a team without one would belong to nobody. */
export async function leaveTeam(db: Database, { now }: Clock, userId: string, teamId: string): Promise<void> {
  const actor = asPerson(userId)
  const [met, left] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`DELETE FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId} AND role <> 'owner'`,
    endRegistrations(teamId, userId, now),
    countMembers(teamId),
  ])
  if (left?.meta.changes) return
  throw judgeLeaving(readFacts(actor, met).actorRole) ?? new AppError('Conflict')
}
