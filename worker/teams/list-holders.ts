import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Capability, rolesThatCan } from '../../domain/access/can.ts'
import { maxHoldersShown, type RoleHolders } from '../../domain/teams/contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, readFacts, selectFacts } from './actor.ts'
import { mayDo } from './may-do.ts'
import { teamMembers } from './schema.ts'

/** Which roles may do something in a team, and the first members who have one of them, for a member who may not do it. */
export async function listHolders(db: Database, actor: Actor, teamId: string, capability: Capability): Promise<RoleHolders> {
  const allowed = rolesThatCan(capability)
  const roles = teamRoles.filter((role) => allowed.includes(role))
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ ...faceColumns, role: teamMembers.role })
      .from(teamMembers)
      .innerJoin(people, and(eq(people.id, teamMembers.userId), isNull(people.deletedAt)))
      .where(and(eq(teamMembers.teamId, teamId), mayDo(teamMembers, capability), hasNoBlock(actor.id ?? '', people.id)))
      .orderBy(asc(teamMembers.rank), asc(teamMembers.joinedAt), asc(teamMembers.userId))
      .limit(maxHoldersShown),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.view')
  return {
    roles,
    people: found.rows.map(({ role, ...face }) => ({ person: toFace(face), role })),
    isAllowed: canAny(actorRoles, capability),
  }
}
