import { and, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type ChangeRole, type GrantedRole, grantedRoles } from '../../domain/teams/contract.ts'
import { judgeCustomRoleGift, judgeRoleChange, judgeTitleChange } from '../../domain/teams/rules.ts'
import { leaveTeamConversation } from '../messages/leave.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { type Actor, canChangeMember, isMemberRow, mayGiveRights, readFacts, selectFacts } from './actor.ts'
import { selectHolders } from './custom-roles.ts'
import { recordMemberChange } from './record-change.ts'
import { teamCustomRoles, teamMembers } from './schema.ts'

const given = alias(teamCustomRoles, 'given_role')

type Member = { teamId: string; userId: string }

/**
 * Gives a member another role, and notifies them. The same role again changes nothing. With a custom role they are a member, and a fixed role
 * takes the custom one away.
 */
export async function changeRole(
  db: Database,
  context: CommandContext,
  actor: Actor,
  { teamId, userId }: Member,
  to: ChangeRole,
): Promise<void> {
  const { now, newId, platform } = context
  const changeId = newId()
  const [role, customRoleId]: [GrantedRole, string | null] = 'role' in to ? [to.role, null] : ['member', to.customRoleId]
  const ofGiven = (more: SQL = sql`1`) =>
    sql`FROM ${teamCustomRoles} ${given} WHERE ${given.id} = ${customRoleId} AND ${given.teamId} = ${teamId} AND ${more}`
  const mayChange = and(
    isMemberRow(teamId, userId),
    inArray(sql`${role}`, grantedRoles),
    or(ne(teamMembers.role, role), sql`${teamMembers.customRoleId} IS NOT ${customRoleId}`),
    canChangeMember(actor, teamId, 'members.changeRole', role),
    customRoleId === null ? undefined : sql`EXISTS (SELECT 1 ${ofGiven(mayGiveRights(actor, teamId, given.rights))})`,
  )
  const { facts, before, changed } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    before: selectFields(
      { rights: given.rights, isHeld: computed(sql`${userId} IN (${selectHolders(teamId, given.id)})`, asBoolean) },
      ofGiven(),
    ),
    recorded: recordMemberChange(
      context,
      actor,
      { id: changeId, kind: 'role-changed', personId: userId, newRole: role, customRoleId },
      mayChange,
    ),
    changed: db
      .update(teamMembers)
      .set({ role, customRoleId, rights: customRoleId === null ? [] : sql`(SELECT ${given.rights} ${ofGiven()})` })
      .where(and(isMemberRow(teamId, userId), sql`changes() > 0`)),
    notified: notifyOf({ kind: 'team-role-changed', changeId }, { id: `team-role-changed:${changeId}`, now, platform }, sql`changes() > 0`),
    // An open socket may do what the person could do when it was opened.
    reopened: leaveTeamConversation(teamId, userId, { now, when: sql`changes() > 0`, mayReturn: true }),
  })
  if (changed.changes > 0) return
  const { actorRoles, targetRole } = readFacts(actor, facts)
  const [customRole = null] = before.rows
  const refusal =
    customRoleId === null ? judgeRoleChange(actorRoles, targetRole, role) : judgeCustomRoleGift(actorRoles, targetRole, customRole)
  if (refusal) throw refusal
  if (targetRole !== role || customRole?.isHeld === false) throw new AppError('Conflict')
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
