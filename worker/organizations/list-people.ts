import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxOrganizersShown, type OrganizationPeople, type OrganizationPerson } from '../../domain/organizations/contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, asText, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock, showsGamesTo } from '../privacy/reach.ts'
import { selectThoseWho } from '../teams/may-do.ts'
import { isInTeam } from '../teams/members.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { belongs } from './of-team.ts'
import { organizationTeams as links, organizations } from './schema.ts'

const u = alias(people, 'u')
const m = alias(communityMembers, 'm')

/** The owner of an organization; no row with a block between them and the viewer. */
export const selectOwnerFace = (db: Database, viewerId: string, id: string) =>
  db
    .select(faceColumnsOf(u))
    .from(organizations)
    .innerJoin(u, and(eq(u.id, organizations.ownerId), isNull(u.deletedAt)))
    .where(and(eq(organizations.id, id), hasNoBlock(viewerId, u.id)))

/** As on the page of a team: members see each other, and other people see members who share their games with them. */
const selectOrganizers = (viewerId: string, id: string) =>
  selectFields(
    {
      ...faceColumnsOf(u),
      role: computed(sql`${m.role}`, asOneOf(teamRoles)),
      teamId: computed(sql`${links.teamId}`, asText),
      teamName: computed(sql`${communities.name}`, asText),
    },
    sql`FROM ${links} CROSS JOIN ${communities} ON ${communities.id} = ${links.teamId} AND ${communities.deletedAt} IS NULL
      CROSS JOIN ${communityMembers} ${m} ON ${m.teamId} = ${links.teamId} AND ${m.userId} IN (SELECT able.userId FROM ${selectThoseWho('organizations.join', links.teamId, { limit: maxOrganizersShown })} able
        ORDER BY able.rank, able.joinedAt, able.userId LIMIT ${maxOrganizersShown})
      CROSS JOIN ${people} ${u} ON ${u.id} = ${m.userId} AND ${u.deletedAt} IS NULL
      WHERE ${links.organizationId} = ${id} AND ${belongs} AND ${hasNoBlock(viewerId, u.id)}
        AND (${isInTeam(links.teamId, viewerId)} OR ${showsGamesTo(viewerId, u.id)})
      ORDER BY ${communities.name}, ${links.teamId}, ${m.rank}, ${m.joinedAt}, ${m.userId}`,
  )

/** Lists who runs the organization and its teams, each person once. */
export async function listOrganizationPeople(db: Database, viewerId: string | null, id: string): Promise<OrganizationPeople> {
  if (viewerId === null) return { people: [] }
  const { owner, organizers } = await runBatch(db, {
    owner: selectOwnerFace(db, viewerId, id),
    organizers: selectOrganizers(viewerId, id),
  })
  const found = new Map<string, OrganizationPerson>(owner.rows.map((row) => [row.id, { person: toFace(row), isOwner: true, teams: [] }]))
  for (const { role, teamId, teamName, ...face } of organizers.rows) {
    const entry = found.get(face.id) ?? { person: toFace(face), isOwner: false, teams: [] }
    entry.teams.push({ id: teamId, name: teamName, role })
    found.set(face.id, entry)
  }
  return { people: [...found.values()] }
}
