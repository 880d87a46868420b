import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Capability, rolesThatCan } from '../../domain/access/can.ts'
import type { AppError } from '../../domain/errors.ts'
import type { TeamRole } from '../../domain/teams/contract.ts'
import { type ActingRoles, allowedPairs, type MemberCapability, teamNotFound } from '../../domain/teams/rules.ts'
import { columnNames, inList } from '../platform/columns.ts'
import { orNull, select } from '../platform/row-query.ts'
import { teamMembers, teams } from './schema.ts'

/** Who acts. An operator's endpoint acts for nobody in particular and has no id. */
export type Actor = { id: string | null; isAdmin: boolean }

export const asPerson = (id: string): Actor => ({ id, isAdmin: false })

const acting = alias(teamMembers, 'acting')

/** Every role the actor has in the team at the moment the statement runs. */
const actingRoles = (actor: Actor, teamId: string): SQL =>
  sql`SELECT ${acting.role} AS role FROM ${teamMembers} ${acting} WHERE ${acting.teamId} = ${teamId} AND ${acting.userId} = ${actor.id}
    UNION ALL SELECT 'admin' WHERE ${actor.isAdmin ? 1 : 0}`

/** What `can` says, asked inside the statement: between a check and a write beside each other, a role may change. */
export const mayAct = (actor: Actor, teamId: string, capability: Capability): SQL =>
  sql`EXISTS (SELECT 1 FROM (${actingRoles(actor, teamId)}) WHERE ${inList(sql`role`, rolesThatCan(capability))})`

/** The same where it also matters whose row of `team_members` it is. */
export const mayTouchMember = (actor: Actor, teamId: string, capability: MemberCapability): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(allowedPairs(capability))})
    WHERE value->>1 = ${teamMembers.role} AND value->>0 IN (${actingRoles(actor, teamId)}))`

type Facts = { plan: string; actorRole: TeamRole | null; targetRole: TeamRole | null }

/** What a refusal is explained by. It stands first in a command's batch, so it tells what the command met. */
export const selectFacts = (actor: Actor, teamId: string, targetId: string | null = null) =>
  select(
    { plan: teams.plan, actorRole: orNull(teamMembers.role), targetRole: orNull(teamMembers.role) },
    sql`SELECT ${teams.plan} AS plan, (${selectRole(teamId, actor.id)}) AS actorRole, (${selectRole(teamId, targetId)}) AS targetRole
      FROM ${teams} WHERE ${isTeam(teamId)}`,
  )

const selectRole = (teamId: string, userId: string | null): SQL =>
  sql`SELECT ${teamMembers.role} FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamId} AND ${teamMembers.userId} = ${userId}`

export function readFacts(actor: Actor, { rows }: { rows: readonly Facts[] }): Facts & { by: ActingRoles } {
  const [row] = rows
  if (!row) throw teamNotFound()
  return { ...row, by: [row.actorRole, actor.isAdmin ? 'admin' : null] }
}

/** This row of `teams` is the team, and it is not deleted. */
export const isTeam = (id: string) => and(eq(teams.id, id), isNull(teams.deletedAt))

/** The row of `team_members` is this person's in this team. */
export const isMemberRow = (teamId: string, userId: string) => and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId))

/** For the end of each batch that takes people in or out. */
export const countMembers = (teamId: string): SQL =>
  sql`UPDATE ${teams} SET ${columnNames(teams.members)} = counted.total
    FROM (SELECT count(*) AS total FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamId}) counted
    WHERE ${teams.id} = ${teamId} AND ${teams.members} <> counted.total`

/** The account that a row would point to is not there. The database says so: another feature's table is not asked first. */
export const refuseUnknownPerson = (refusal: AppError) => (error: unknown) => {
  throw error instanceof Error && error.message.includes('FOREIGN KEY') ? refusal : error
}
