import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Capability, can } from '../../domain/access/can.ts'
import { type CustomRight, maskOf } from '../../domain/access/custom-rights.ts'
import type { AppError } from '../../domain/errors.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { type ActorRoles, allowedPairs, givableRights, type MemberCapability, teamNotFound } from '../../domain/teams/rules.ts'
import { columnNames } from '../platform/columns.ts'
import { orNull, select } from '../platform/row-query.ts'
import { mayDo } from './may-do.ts'
import { teamMembers, teams } from './schema.ts'

/** The person who acts. Operator endpoints act without a person, so `id` is null. */
export type Actor = { id: string | null; isAdmin: boolean }

export const asPerson = (id: string): Actor => ({ id, isAdmin: false })

const actorMembership = alias(teamMembers, 'acting')
const targetMembership = alias(teamMembers, 'target')

/** Selects every role that the actor has in the team when the statement runs. */
const selectActorRoles = (actor: Actor, teamId: SQLWrapper | string): SQL =>
  sql`SELECT ${actorMembership.role} AS role FROM ${teamMembers} ${actorMembership} WHERE ${actorMembership.teamId} = ${teamId} AND ${actorMembership.userId} = ${actor.id}
    UNION ALL SELECT 'admin' WHERE ${actor.isAdmin ? 1 : 0}`

/** Checks `can` inside the statement, because a role may change between a separate check and the write. */
export const canAct = (actor: Actor, teamId: SQLWrapper | string, capability: Capability): SQL =>
  actor.isAdmin && can('admin', capability)
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM ${teamMembers} ${actorMembership} WHERE ${actorMembership.teamId} = ${teamId}
        AND ${actorMembership.userId} = ${actor.id} AND ${mayDo(actorMembership, capability)})`

/** Like `canAct`, but also checks the role of the member who is changed, and the role that they are given. */
export const canChangeMember = (actor: Actor, teamId: string, capability: MemberCapability, given?: TeamRole): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(allowedPairs(capability, given))})
    WHERE value->>1 = ${teamMembers.role} AND value->>0 IN (${selectActorRoles(actor, teamId)}))`

/** Checks `canGiveRights` inside the statement: one role of the actor has all of these rights. */
export const mayGiveRights = (actor: Actor, teamId: string, rights: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(givableRights().map(([role, given]) => [role, maskOf(given)]))})
    WHERE value->>0 IN (${selectActorRoles(actor, teamId)}) AND ${rights} & ~(value->>1) = 0)`

type TeamFacts = {
  maxMembers: number
  actorRole: TeamRole | null
  /** Null if the actor is not in the team. */
  actorRights: CustomRight[] | null
  targetRole: TeamRole | null
}

/** Selects the facts that explain a refusal. Put it first in the batch, so that it reads the state before the writes. */
export const selectFacts = (actor: Actor, teamId: string, targetId: string | null = null) =>
  select(
    {
      maxMembers: teams.maxMembers,
      actorRole: orNull(teamMembers.role),
      actorRights: orNull(teamMembers.rights),
      targetRole: orNull(teamMembers.role),
    },
    sql`SELECT ${teams.maxMembers} AS maxMembers, ${actorMembership.role} AS actorRole, ${actorMembership.rights} AS actorRights,
        ${targetMembership.role} AS targetRole
      FROM ${teams} LEFT JOIN ${teamMembers} ${actorMembership} ON ${actorMembership.teamId} = ${teams.id} AND ${actorMembership.userId} = ${actor.id}
      LEFT JOIN ${teamMembers} ${targetMembership} ON ${targetMembership.teamId} = ${teams.id} AND ${targetMembership.userId} = ${targetId}
      WHERE ${isTeam(teamId)}`,
  )

export function readFacts(actor: Actor, { rows }: { rows: readonly TeamFacts[] }): TeamFacts & { actorRoles: ActorRoles } {
  const [row] = rows
  if (!row) throw teamNotFound()
  return { ...row, actorRoles: [{ role: row.actorRole, rights: row.actorRights ?? [] }, actor.isAdmin ? 'admin' : null] }
}

/** The row of `teams` has this id and is not deleted. */
export const isTeam = (id: SQLWrapper | string) => and(eq(teams.id, id), isNull(teams.deletedAt))

/** The team exists and is not deleted. Games of a deleted team still have its id. */
export const doesTeamExist = (id: SQLWrapper | string): SQL => sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isTeam(id)})`

/** The row of `team_members` belongs to this person in this team. */
export const isMemberRow = (teamId: string, userId: string) => and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId))

/** Updates the member count. Put it last in each batch that adds or removes members. */
export const countMembers = (teamId: string): SQL =>
  sql`UPDATE ${teams} SET ${columnNames(teams.members)} = counted.total
    FROM (SELECT count(*) AS total FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamId}) counted
    WHERE ${teams.id} = ${teamId} AND ${teams.members} <> counted.total`

/** Throws `refusal` instead of a foreign key error, because then the account does not exist. This saves a query to the table of another feature. */
export const refuseUnknownPerson = (refusal: AppError) => (error: unknown) => {
  throw error instanceof Error && error.message.includes('FOREIGN KEY') ? refusal : error
}
