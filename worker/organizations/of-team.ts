import { and, asc, eq, sql } from 'drizzle-orm'
import { maxOrganizationsOfTeam } from '../../domain/organizations/contract.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { organizationTeams as links, organizations } from './schema.ts'

/** The rows of `organization_teams` to which both sides agreed. */
export const belongs = sql`${links.organizationAgreedAt} IS NOT NULL AND ${links.teamAgreedAt} IS NOT NULL`

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
