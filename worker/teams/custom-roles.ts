import { asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type CustomRoles, maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { allowsCustomRoles } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { type Actor, isTeam, readFacts, selectFacts } from './actor.ts'
import { teamCustomRoles, teamMembers, teams } from './schema.ts'

// Aliases, so that these fragments also work inside statements about the same tables.
const named = alias(teamCustomRoles, 'named_role')
const holder = alias(teamMembers, 'holder')

/** The name of a custom role; null if there is none. */
export const selectCustomRoleName = (roleId: SQLWrapper | string | null): SQL<string | null> =>
  sql`(SELECT ${named.name} FROM ${teamCustomRoles} ${named} WHERE ${named.id} = ${roleId})`

/** Selects the `userId` of everybody who has this role. Only members with a custom role are read. */
export const selectHolders = (teamId: SQLWrapper | string, roleId: SQLWrapper | string): SQL =>
  sql`SELECT ${holder.userId} AS userId FROM ${teamMembers} ${holder}
    WHERE ${holder.teamId} = ${teamId} AND ${holder.customRoleId} IS NOT NULL AND ${holder.customRoleId} = ${roleId}`

/** The roles that a team has made, for those who give them. */
export const selectCustomRoles = (db: Database, teamId: string) =>
  db
    .select({
      id: teamCustomRoles.id,
      name: teamCustomRoles.name,
      rights: teamCustomRoles.rights,
      members: sql<number>`(SELECT count(*) FROM (${selectHolders(teamId, teamCustomRoles.id)}))`.as('members'),
    })
    .from(teamCustomRoles)
    .where(eq(teamCustomRoles.teamId, teamId))
    .orderBy(asc(teamCustomRoles.nameKey))
    .limit(maxCustomRoles)

export const selectHasPlan = (teamId: string) =>
  select({ hasPlan: asBoolean }, sql`SELECT ${allowsCustomRoles(teams.plan)} AS hasPlan FROM ${teams} WHERE ${isTeam(teamId)}`)

export async function listCustomRoles(db: Database, actor: Actor, teamId: string): Promise<CustomRoles> {
  const { facts, roles, plan } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    roles: selectCustomRoles(db, teamId),
    plan: selectHasPlan(teamId),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'members.changeRole')
  return { roles: roles.rows, hasPlan: plan.rows[0]?.hasPlan === true }
}
