import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Capability, can, rolesThatCan } from '../../domain/access/can.ts'
import { maxHoldersShown, type RoleHolders } from '../../domain/teams/contract.ts'
import { maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, readFacts, selectFacts } from './actor.ts'
import { selectCustomRoleName } from './custom-roles.ts'
import { mayDo } from './may-do.ts'
import { teamCustomRoles, teamMembers } from './schema.ts'

/** Which roles may do something in a team, and the first members who have one of them, for a member who may not do it. */
export async function listHolders(db: Database, actor: Actor, teamId: string, capability: Capability): Promise<RoleHolders> {
  const allowed = rolesThatCan(capability)
  const roles = teamRoles.filter((role) => allowed.includes(role))
  const { facts, found, customRoles } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ ...faceColumns, role: teamMembers.role, customRole: selectCustomRoleName(teamMembers.customRoleId).as('customRole') })
      .from(teamMembers)
      .innerJoin(people, and(eq(people.id, teamMembers.userId), isNull(people.deletedAt)))
      .where(and(eq(teamMembers.teamId, teamId), mayDo(teamMembers, capability), hasNoBlock(actor.id ?? '', people.id)))
      .orderBy(asc(teamMembers.rank), asc(teamMembers.joinedAt), asc(teamMembers.userId))
      .limit(maxHoldersShown),
    customRoles: db
      .select({ name: teamCustomRoles.name, rights: teamCustomRoles.rights })
      .from(teamCustomRoles)
      .where(eq(teamCustomRoles.teamId, teamId))
      .orderBy(asc(teamCustomRoles.nameKey))
      .limit(maxCustomRoles),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.view')
  return {
    roles,
    customRoles: customRoles.rows.filter((role) => can({ role: 'member', ...role }, capability)).map(({ name }) => name),
    people: found.rows.map(({ role, customRole, ...face }) => ({ person: toFace(face), role, customRole })),
    isAllowed: canAny(actorRoles, capability),
  }
}
