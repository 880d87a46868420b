import { and, asc, desc, eq, exists, isNull, or, sql } from 'drizzle-orm'
import {
  maxOrganizationTeams,
  maxOwnedOrganizations,
  type Organization,
  type OrganizationTeam,
  type OwnOrganizations,
} from '../../domain/organizations/contract.ts'
import { toFace } from '../accounts/faces.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { cityColumns, withCity } from '../teams/city-columns.ts'
import { publicFactColumns, withPublicFacts } from '../teams/public-facts.ts'
import { communities } from '../teams/shared.ts'
import { decidesForTeamOf } from './change-links.ts'
import { ownsOrganization } from './commands.ts'
import { selectOwnerFace } from './list-people.ts'
import { belongs, stateOfLink } from './of-team.ts'
import { organizationTeams as links, organizations } from './schema.ts'

/** People who decide for one of the sides also see teams that have not agreed yet. */
function selectTeams(db: Database, viewerId: string | null, id: string) {
  const { name, photoKey, members, activity, mainColor } = communities
  const mayDecide = decidesForTeamOf(sql`${links.teamId}`, viewerId)
  return db
    .select({
      id: links.teamId,
      ...{ name, photo: photoKey, ...cityColumns, members, activity, mainColor },
      ...publicFactColumns(viewerId),
      organizationAgreedAt: links.organizationAgreedAt,
      teamAgreedAt: links.teamAgreedAt,
      mayDecide: mayDecide.as('mayDecide'),
    })
    .from(links)
    .innerJoin(communities, and(eq(communities.id, links.teamId), isNull(communities.deletedAt)))
    .where(and(eq(links.organizationId, id), or(belongs, mayDecide, viewerId === null ? undefined : ownsOrganization(viewerId, id))))
    .orderBy(desc(members), asc(links.teamId))
    .limit(maxOrganizationTeams)
}

type TeamRow = Awaited<ReturnType<typeof selectTeams>>[number]

const toTeam = ({ organizationAgreedAt, teamAgreedAt, mayDecide, ...row }: TeamRow): OrganizationTeam => ({
  ...withPublicFacts(withCity(row)),
  state: stateOfLink({ organizationAgreedAt, teamAgreedAt }),
  mayDecide: mayDecide === 1,
})

/** An organization with its teams, in one round trip. Null if there is none with this id. */
export async function findOrganization(db: Database, viewerId: string | null, id: string): Promise<Organization | null> {
  const { id: organizationId, name, description, createdAt, version, ownerId } = organizations
  const { found, owner, teams } = await runBatch(db, {
    found: db
      .select({ id: organizationId, name, description, createdAt, version, ownerId })
      .from(organizations)
      .where(eq(organizationId, id)),
    owner: viewerId === null ? [] : [selectOwnerFace(db, viewerId, id)],
    teams: selectTeams(db, viewerId, id),
  })
  const [row] = found.rows
  if (!row) return null
  const { ownerId: ownedBy, ...shown } = row
  const [face] = owner.flatMap(({ rows }) => rows)
  return { ...shown, owner: face ? toFace(face) : null, isMine: ownedBy === viewerId, teams: teams.rows.map(toTeam) }
}

export async function listOwnOrganizations(db: Database, userId: string): Promise<OwnOrganizations> {
  const rows = await readAll(
    db,
    db
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(eq(organizations.ownerId, userId))
      .orderBy(asc(organizations.createdAt), asc(organizations.id))
      .limit(maxOwnedOrganizations),
  )
  return { organizations: rows }
}

/** For the site map: organizations with at least one team, the newest first. */
export const listNewestOrganizations = (db: Database, limit: number): Promise<{ id: string; updatedAt: number }[]> =>
  readAll(
    db,
    db
      .select({ id: organizations.id, updatedAt: organizations.updatedAt })
      .from(organizations)
      .where(
        exists(
          db
            .select({ id: links.teamId })
            .from(links)
            .innerJoin(communities, and(eq(communities.id, links.teamId), isNull(communities.deletedAt)))
            .where(and(eq(links.organizationId, organizations.id), belongs)),
        ),
      )
      .orderBy(desc(organizations.id))
      .limit(limit),
  )
