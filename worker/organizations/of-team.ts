import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import {
  maxOrganizationsOfTeam,
  maxOrganizationTeams,
  type OrganizationsOfTeam,
  type OrganizationTeam,
} from '../../domain/organizations/contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { organizationTeams as links, organizations } from './schema.ts'

/** The rows of `organization_teams` to which both sides agreed. */
export const belongs = sql`${links.organizationAgreedAt} IS NOT NULL AND ${links.teamAgreedAt} IS NOT NULL`

type Agreed = { organizationAgreedAt: number | null; teamAgreedAt: number | null }

export const stateOfLink = ({ organizationAgreedAt, teamAgreedAt }: Agreed): OrganizationTeam['state'] =>
  teamAgreedAt === null ? 'teamMustAgree' : organizationAgreedAt === null ? 'organizationMustAgree' : 'belongs'

/** The organizations to which a team belongs. */
export const selectOrganizationsOf = (db: Database, teamId: string) =>
  db
    .select({ id: organizations.id, name: organizations.name })
    .from(links)
    .innerJoin(organizations, eq(organizations.id, links.organizationId))
    .where(and(eq(links.teamId, teamId), belongs))
    .orderBy(asc(links.teamAgreedAt), asc(organizations.id))
    .limit(maxOrganizationsOfTeam)

/** The organizations that ask the team to be part of them, for people who decide for the team. */
export const selectOrganizationsThatAsk = (db: Database, teamId: string, viewerId: string) =>
  db
    .select({ id: organizations.id, name: organizations.name })
    .from(links)
    .innerJoin(organizations, eq(organizations.id, links.organizationId))
    .where(
      and(
        eq(links.teamId, teamId),
        sql`${links.organizationAgreedAt} IS NOT NULL AND ${links.teamAgreedAt} IS NULL`,
        hasNoBlock(viewerId, organizations.ownerId),
      ),
    )
    .orderBy(asc(links.organizationAgreedAt), asc(organizations.id))
    .limit(maxOrganizationsOfTeam)

/** The links of a team with organizations, for people who decide for the team. */
export async function listOrganizationsOfTeam(db: Database, viewerId: string, teamId: string): Promise<OrganizationsOfTeam> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(asPerson(viewerId), teamId),
    found: db
      .select({
        id: organizations.id,
        name: organizations.name,
        organizationAgreedAt: links.organizationAgreedAt,
        teamAgreedAt: links.teamAgreedAt,
      })
      .from(links)
      .innerJoin(organizations, eq(organizations.id, links.organizationId))
      .where(
        and(
          eq(links.teamId, teamId),
          canAct(asPerson(viewerId), teamId, 'organizations.join'),
          or(isNotNull(links.teamAgreedAt), hasNoBlock(viewerId, organizations.ownerId)),
        ),
      )
      .orderBy(asc(organizations.name), asc(organizations.id))
      .limit(maxOrganizationTeams),
  })
  requireRight(readFacts(asPerson(viewerId), facts).actorRoles, 'organizations.join')
  return {
    organizations: found.rows.map(({ id, name, ...agreed }) => ({ id, name, state: stateOfLink(agreed) })),
  }
}
