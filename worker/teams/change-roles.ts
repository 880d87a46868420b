import { and, inArray, ne, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type GrantedRole, grantedRoles } from '../../domain/teams/contract.ts'
import { judgeRoleChange, judgeTitleChange } from '../../domain/teams/rules.ts'
import { leaveTeamConversation } from '../messages/leave.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { type Actor, canChangeMember, isMemberRow, readFacts, selectFacts } from './actor.ts'
import { recordMemberChange } from './record-change.ts'
import { teamMembers } from './schema.ts'

type Member = { teamId: string; userId: string }

/** Gives a member another role, and notifies them. The same role again changes nothing. */
export async function changeRole(
  db: Database,
  context: CommandContext,
  actor: Actor,
  { teamId, userId }: Member,
  role: GrantedRole,
): Promise<void> {
  const { now, newId, platform } = context
  const changeId = newId()
  const mayChange = and(
    isMemberRow(teamId, userId),
    inArray(sql`${role}`, grantedRoles),
    ne(teamMembers.role, role),
    canChangeMember(actor, teamId, 'members.changeRole', role),
  )
  const { facts, changed } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    recorded: recordMemberChange(context, actor, { id: changeId, kind: 'role-changed', personId: userId, newRole: role }, mayChange),
    changed: db
      .update(teamMembers)
      .set({ role })
      .where(and(isMemberRow(teamId, userId), sql`changes() > 0`)),
    notified: notifyOf({ kind: 'team-role-changed', changeId }, { id: `team-role-changed:${changeId}`, now, platform }, sql`changes() > 0`),
    // An open socket may do what the person could do when it was opened.
    reopened: leaveTeamConversation(teamId, userId, { now, when: sql`changes() > 0`, mayReturn: true }),
  })
  if (changed.changes > 0) return
  const { actorRoles, targetRole } = readFacts(actor, facts)
  const refusal = judgeRoleChange(actorRoles, targetRole, role)
  if (refusal) throw refusal
  if (targetRole !== role) throw new AppError('Conflict')
}

/** Says what the community calls a member, in addition to their role; empty for no title. The same title again changes nothing. */
export async function changeTitle(db: Database, clock: Clock, actor: Actor, { teamId, userId }: Member, typedTitle: string): Promise<void> {
  const title = typedTitle === '' ? null : typedTitle
  const isOwn = actor.id === userId
  const mayChange = sql`(${canChangeMember(actor, teamId, 'members.changeRole')} OR (${isOwn ? 1 : 0} AND ${teamMembers.role} = 'owner'))`
  const { facts } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    recorded: recordMemberChange(
      clock,
      actor,
      { kind: 'title-changed', personId: userId },
      and(isMemberRow(teamId, userId), sql`${teamMembers.title} IS NOT ${title}`, mayChange),
    ),
    changed: db
      .update(teamMembers)
      .set({ title })
      .where(and(isMemberRow(teamId, userId), sql`changes() > 0`)),
  })
  const { actorRoles, targetRole } = readFacts(actor, facts)
  const refusal = judgeTitleChange(actorRoles, targetRole, isOwn)
  if (refusal) throw refusal
}
