import { and, inArray, ne, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type GrantedRole, grantedRoles, maxMembers } from '../../domain/teams/contract.ts'
import { judgeAddition, judgeLeaving, judgeRemoval, judgeRoleChange } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { endRegistrations } from '../seasons/commands.ts'
import {
  type Actor,
  asPerson,
  countMembers,
  isMemberRow,
  isTeam,
  mayAct,
  mayTouchMember,
  readFacts,
  refuseUnknownPerson,
  selectFacts,
} from './acting.ts'
import { teamMembers, teams } from './schema.ts'

/** Takes a person in as a member. False when they were in already, whatever their role. */
export async function addMember(db: Database, { now }: Clock, actor: Actor, teamId: string, userId: string): Promise<boolean> {
  const { met, added } = await runBatch(db, {
    met: selectFacts(actor, teamId, userId),
    added: insertSelect(
      teamMembers,
      { teamId: teams.id, userId, role: 'member', joinedAt: now },
      sql`FROM ${teams} WHERE ${isTeam(teamId)} AND ${mayAct(actor, teamId, 'members.add')}
        AND (SELECT count(*) FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamId}) < ${maxMembers}
        AND NOT EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NOT NULL)
        ON CONFLICT DO NOTHING`,
    ),
    counted: countMembers(teamId),
  }).catch(refuseUnknownPerson(new AppError('NewMemberNotFound')))
  if (added.changes > 0) return true
  const { by, targetRole } = readFacts(actor, met)
  const refusal = judgeAddition(by, targetRole === null)
  if (refusal) throw refusal
  return false
}

export async function removeMember(db: Database, { now }: Clock, actor: Actor, teamId: string, userId: string): Promise<void> {
  const { met, removed } = await runBatch(db, {
    met: selectFacts(actor, teamId, userId),
    removed: db.delete(teamMembers).where(and(isMemberRow(teamId, userId), mayTouchMember(actor, teamId, 'members.remove'))),
    registrationsEnded: endRegistrations(db, { teamId, userId, now }),
    counted: countMembers(teamId),
  })
  if (removed.changes > 0) return
  const { by, targetRole } = readFacts(actor, met)
  throw judgeRemoval(by, targetRole) ?? new AppError('Conflict')
}

export async function changeRole(db: Database, actor: Actor, teamId: string, userId: string, role: GrantedRole): Promise<void> {
  const { met, changed } = await runBatch(db, {
    met: selectFacts(actor, teamId, userId),
    changed: db
      .update(teamMembers)
      .set({ role })
      .where(and(isMemberRow(teamId, userId), inArray(sql`${role}`, grantedRoles), mayTouchMember(actor, teamId, 'members.changeRole'))),
  })
  if (changed.changes > 0) return
  const { by, targetRole } = readFacts(actor, met)
  throw judgeRoleChange(by, targetRole, role) ?? new AppError('Conflict')
}

/** An owner cannot leave: a team without one would belong to nobody. */
export async function leaveTeam(db: Database, { now }: Clock, userId: string, teamId: string): Promise<void> {
  const actor = asPerson(userId)
  const { met, left } = await runBatch(db, {
    met: selectFacts(actor, teamId),
    left: db.delete(teamMembers).where(and(isMemberRow(teamId, userId), ne(teamMembers.role, 'owner'))),
    registrationsEnded: endRegistrations(db, { teamId, userId, now }),
    counted: countMembers(teamId),
  })
  if (left.changes > 0) return
  throw judgeLeaving(readFacts(actor, met).actorRole) ?? new AppError('Conflict')
}
