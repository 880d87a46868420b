import { sql } from 'drizzle-orm'
import { type Capability, rolesThatCan } from '../../domain/access/can.ts'
import type { AppError } from '../../domain/errors.ts'
import type { TeamRole } from '../../domain/teams/contract.ts'
import { type ActingRoles, allowedPairs, type MemberCapability, teamNotFound } from '../../domain/teams/rules.ts'

/** Who acts. An operator's endpoint acts for nobody in particular and has no id. */
export type Actor = { id: string | null; isAdmin: boolean }

export const asPerson = (id: string): Actor => ({ id, isAdmin: false })

/** Every part the actor plays in the team at the moment the statement runs. */
const actingRoles = (actor: Actor, teamId: string) => sql`
  SELECT acting.role FROM team_members acting WHERE acting.team_id = ${teamId} AND acting.user_id = ${actor.id}
  UNION ALL SELECT 'admin' WHERE ${actor.isAdmin ? 1 : 0}`

/** What `can` says, asked inside the statement: between a check and a write beside each other, a role may change. */
export const mayAct = (actor: Actor, teamId: string, capability: Capability) => sql`
  EXISTS (SELECT 1 FROM (${actingRoles(actor, teamId)}) WHERE role IN (SELECT value FROM json_each(${JSON.stringify(rolesThatCan(capability))})))`

/** The same where it also matters whose row of `team_members` it is. */
export const mayTouchMember = (actor: Actor, teamId: string, capability: MemberCapability) => sql`
  EXISTS (SELECT 1 FROM json_each(${JSON.stringify(allowedPairs(capability))})
    WHERE value->>1 = team_members.role AND value->>0 IN (${actingRoles(actor, teamId)}))`

export const isMember = (teamId: string, userId: string) => sql`
  EXISTS (SELECT 1 FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId})`

type Facts = { plan: string; actorRole: TeamRole | null; targetRole: TeamRole | null }

/** What a refusal is explained by. It stands first in a command's batch, so it tells what the command met. */
export const selectFacts = (actor: Actor, teamId: string, targetId: string | null = null) => sql`
  SELECT plan, (${selectRole(teamId, actor.id)}) AS actorRole, (${selectRole(teamId, targetId)}) AS targetRole
  FROM teams WHERE id = ${teamId} AND deleted_at IS NULL`

const selectRole = (teamId: string, userId: string | null) =>
  sql`SELECT role FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId}`

export function readFacts(actor: Actor, result: D1Result | undefined): Facts & { by: ActingRoles } {
  const [row] = (result?.results ?? []) as Facts[]
  if (!row) throw teamNotFound()
  return { ...row, by: [row.actorRole, actor.isAdmin ? 'admin' : null] }
}

/** For the end of each batch that takes people in or out. */
export const countMembers = (teamId: string) => sql`
  UPDATE teams SET members = counted.now FROM (SELECT count(*) AS now FROM team_members WHERE team_id = ${teamId}) counted
  WHERE id = ${teamId} AND members <> counted.now`

/** The account that a row would point to is not there. The database says so: another feature's table is not asked first. */
export const refuseUnknownPerson = (refusal: AppError) => (error: unknown) => {
  throw error instanceof Error && error.message.includes('FOREIGN KEY') ? refusal : error
}
