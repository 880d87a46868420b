import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maskOf } from '../../domain/access/custom-rights.ts'
import { AppError } from '../../domain/errors.ts'
import { customRoleNameKey } from '../../domain/teams/custom-role-names.ts'
import { judgeCustomRoleChange, judgeCustomRoleDeletion, judgeNewCustomRole } from '../../domain/teams/custom-role-rules.ts'
import { type ChangeCustomRole, type CreateCustomRole, type CustomRole, maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { reopenTeamConversations } from '../messages/leave.ts'
import { allowsCustomRoles } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, doesTeamExist, isTeam, readFacts, selectFacts } from './actor.ts'
import { selectCustomRoles, selectHasPlan, selectHolders } from './custom-roles.ts'
import { detailsOf, recordChange, recordChangeIf } from './record-change.ts'
import { teamCustomRoles, teamMembers, teams } from './schema.ts'

const taken = alias(teamCustomRoles, 'taken')

const isRole = (teamId: string, roleId: string) => and(eq(teamCustomRoles.teamId, teamId), eq(teamCustomRoles.id, roleId))

/** The rows of members with this role. The index has only members with a custom role. */
const hasRole = (teamId: string, roleId: string) =>
  and(eq(teamMembers.teamId, teamId), sql`${teamMembers.customRoleId} IS NOT NULL`, eq(teamMembers.customRoleId, roleId))

/** Another role of the team has this name. */
const isNameTaken = (teamId: string, roleId: string, name: string): SQL => sql`EXISTS (SELECT 1 FROM ${teamCustomRoles} ${taken}
  WHERE ${taken.teamId} = ${teamId} AND ${taken.nameKey} = ${customRoleNameKey(name)} AND ${taken.id} <> ${roleId})`

const mayManage = (actor: Actor, teamId: string): SQL => sql`(${doesTeamExist(teamId)} AND ${canAct(actor, teamId, 'roles.manage')})`

/** The roles for the rules. Put it first in the batch, so that it reads the state before the writes. */
const selectBefore = (db: Database, actor: Actor, teamId: string) => ({
  facts: selectFacts(actor, teamId),
  plan: selectHasPlan(teamId),
  before: db
    .select({ id: teamCustomRoles.id, nameKey: teamCustomRoles.nameKey, rights: teamCustomRoles.rights })
    .from(teamCustomRoles)
    .where(eq(teamCustomRoles.teamId, teamId))
    .limit(maxCustomRoles),
})

/** Adds a role. A repeated request with the same key adds it only once. */
export async function createCustomRole(
  db: Database,
  clock: Clock,
  actor: Actor,
  teamId: string,
  { idempotencyKey, name, rights }: CreateCustomRole,
): Promise<CustomRole> {
  const { now, newId } = clock
  const id = idempotencyKey === undefined ? newId() : await deriveId('team-role', teamId, actor.id, idempotencyKey)
  const count = sql`(SELECT count(*) FROM ${teamCustomRoles} WHERE ${teamCustomRoles.teamId} = ${teamId})`
  const { facts, plan, before, roles } = await runBatch(db, {
    ...selectBefore(db, actor, teamId),
    inserted: insertSelect(
      teamCustomRoles,
      { id, teamId: teams.id, name, nameKey: customRoleNameKey(name), rights, createdAt: now, updatedAt: now },
      sql`FROM ${teams} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'roles.manage')} AND ${allowsCustomRoles(teams.plan)}
        AND ${count} < ${maxCustomRoles} AND NOT ${isNameTaken(teamId, id, name)} ON CONFLICT DO NOTHING`,
    ),
    recorded: recordChange(clock, actor, teamId, { kind: 'role-created', details: { customRole: name, rights } }),
    roles: selectCustomRoles(db, teamId),
  })
  const { actorRoles } = readFacts(actor, facts)
  const role = roles.rows.find((one) => one.id === id)
  // A repeated request finds the role of the first one, but only for a person who may still make roles.
  if (role && canAny(actorRoles, 'roles.manage')) return role
  const others = before.rows.filter((one) => one.id !== id)
  throw judgeNewCustomRole({ actorRoles, hasPlan: plan.rows[0]?.hasPlan === true, roles: others }, { name }) ?? new AppError('Conflict')
}

/** Changes what a role is called and what it may do, for all members who have it at once. */
export async function changeCustomRole(
  db: Database,
  clock: Clock,
  actor: Actor,
  teamId: string,
  roleId: string,
  form: ChangeCustomRole,
): Promise<CustomRole> {
  const { name, rights } = form
  const mask = rights === undefined ? teamCustomRoles.rights : sql`${maskOf(rights)}`
  const newName = name === undefined ? teamCustomRoles.name : sql`${name}`
  const mayChange = and(
    isRole(teamId, roleId),
    mayManage(actor, teamId),
    sql`(${newName} <> ${teamCustomRoles.name} OR ${mask} <> ${teamCustomRoles.rights})`,
    name === undefined ? undefined : sql`NOT ${isNameTaken(teamId, roleId, name)}`,
    // Without the plan, a role cannot get another right.
    sql`(${mask} & ~${teamCustomRoles.rights} = 0
      OR EXISTS (SELECT 1 FROM ${teams} WHERE ${isTeam(teamId)} AND ${allowsCustomRoles(teams.plan)}))`,
  )
  const details = {
    customRole: newName,
    oldCustomRole: teamCustomRoles.name,
    ...(rights && { rights: sql`json(${JSON.stringify(rights)})` }),
  }
  const { facts, plan, before, roles } = await runBatch(db, {
    ...selectBefore(db, actor, teamId),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'role-edited', details: detailsOf(details) },
      sql`FROM ${teamCustomRoles} WHERE ${mayChange}`,
    ),
    changed: db
      .update(teamCustomRoles)
      .set({ ...form, ...(name !== undefined && { nameKey: customRoleNameKey(name) }), updatedAt: clock.now })
      .where(and(isRole(teamId, roleId), sql`changes() > 0`)),
    copied: rights
      ? [
          db
            .update(teamMembers)
            .set({ rights })
            .where(and(hasRole(teamId, roleId), sql`changes() > 0`)),
        ]
      : [],
    // An open socket may do what the person could do when it was opened.
    reopened: rights ? [reopenTeamConversations(teamId, selectHolders(teamId, roleId), { now: clock.now, when: sql`changes() > 0` })] : [],
    roles: selectCustomRoles(db, teamId),
  })
  const { actorRoles } = readFacts(actor, facts)
  const refusal = judgeCustomRoleChange({ actorRoles, hasPlan: plan.rows[0]?.hasPlan === true, roles: before.rows }, roleId, form)
  if (refusal) throw refusal
  const role = roles.rows.find((one) => one.id === roleId)
  if (!role) throw new AppError('Conflict')
  return role
}

/** Deletes a role, and takes it from everybody who has it: they stay members. */
export async function deleteCustomRole(db: Database, clock: Clock, actor: Actor, teamId: string, roleId: string): Promise<void> {
  const mayDelete = sql`${isRole(teamId, roleId)} AND ${mayManage(actor, teamId)}`
  const isAllowed = sql`EXISTS (SELECT 1 FROM ${teamCustomRoles} WHERE ${mayDelete})`
  const holders = selectHolders(teamId, roleId)
  const { facts, plan, before, deleted } = await runBatch(db, {
    ...selectBefore(db, actor, teamId),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      {
        kind: 'role-deleted',
        details: detailsOf({ customRole: teamCustomRoles.name, people: sql`(SELECT count(*) FROM (${holders}))` }),
      },
      sql`FROM ${teamCustomRoles} WHERE ${mayDelete}`,
    ),
    reopened: reopenTeamConversations(teamId, holders, { now: clock.now, when: isAllowed }),
    taken: db
      .update(teamMembers)
      .set({ customRoleId: null, rights: [] })
      .where(and(hasRole(teamId, roleId), isAllowed)),
    deleted: db.delete(teamCustomRoles).where(mayDelete),
  })
  if (deleted.changes > 0) return
  const { actorRoles } = readFacts(actor, facts)
  throw (
    judgeCustomRoleDeletion({ actorRoles, hasPlan: plan.rows[0]?.hasPlan === true, roles: before.rows }, roleId) ?? new AppError('Conflict')
  )
}
