import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import {
  maxOrganizationGames,
  maxOrganizationTeams,
  maxOwnedOrganizations,
  type Organization,
  type OrganizationTeam,
  type OwnOrganizations,
} from '../../domain/organizations/contract.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { listCards, selectNextGame } from '../events/queries.ts'
import { games } from '../events/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communities } from '../teams/shared.ts'
import { decidesForTeamOf } from './change-links.ts'
import { ownsOrganization } from './commands.ts'
import { organizationTeams as links, organizations } from './schema.ts'

const belongs = sql`${links.organizationAgreedAt} IS NOT NULL AND ${links.teamAgreedAt} IS NOT NULL`

/** People who decide for one of the sides also see teams that have not agreed yet. */
function selectTeams(db: Database, viewerId: string | null, id: string) {
  const { name, photoKey, cityId, cityName, cityState, lat, lng, members, activity, mainColor } = communities
  const mayDecide = decidesForTeamOf(sql`${links.teamId}`, viewerId)
  return db
    .select({
      id: links.teamId,
      ...{ name, photoKey, cityId, cityName, cityState, lat, lng, members, activity, mainColor },
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

function toTeam({ organizationAgreedAt, teamAgreedAt, mayDecide, photoKey, cityId, cityName, cityState, lat, lng, ...row }: TeamRow) {
  const hasCity = cityId !== null && cityName !== null && cityState !== null && lat !== null && lng !== null
  const state = teamAgreedAt === null ? 'teamMustAgree' : organizationAgreedAt === null ? 'organizationMustAgree' : 'belongs'
  const city = hasCity ? { id: cityId, name: cityName, state: cityState, lat, lng } : null
  return { ...row, photo: photoKey, city, state, mayDecide: mayDecide === 1 } satisfies OrganizationTeam
}

/** An organization with its teams, in one round trip. Null if there is none with this id. */
export async function findOrganization(db: Database, viewerId: string | null, id: string): Promise<Organization | null> {
  const { id: organizationId, name, description, createdAt, version, ownerId } = organizations
  const { found, owner, teams } = await runBatch(db, {
    found: db
      .select({ id: organizationId, name, description, createdAt, version, ownerId })
      .from(organizations)
      .where(eq(organizationId, id)),
    owner:
      viewerId === null
        ? []
        : [
            db
              .select(faceColumns)
              .from(organizations)
              .innerJoin(people, and(eq(people.id, ownerId), isNull(people.deletedAt)))
              .where(and(eq(organizationId, id), hasNoBlock(viewerId, people.id))),
          ],
    teams: selectTeams(db, viewerId, id),
  })
  const [row] = found.rows
  if (!row) return null
  const { ownerId: ownedBy, ...shown } = row
  const [face] = owner.flatMap(({ rows }) => rows)
  return { ...shown, owner: face ? toFace(face) : null, isMine: ownedBy === viewerId, teams: teams.rows.map(toTeam) }
}

/** Of each team we read this many of its next games, to find a public one. */
const maxGamesRead = 10

/** Lists the next public game of each team that belongs to the organization, the earliest first. */
export async function listOrganizationGames(db: Database, { viewerId, now }: { viewerId: string | null; now: number }, id: string) {
  const next = await readAll(
    db,
    db
      .select({ id: sql<string>`${games.id}`.as('gameId') })
      .from(links)
      .innerJoin(communities, and(eq(communities.id, links.teamId), isNull(communities.deletedAt)))
      .innerJoin(
        games,
        eq(games.id, sql`(${selectNextGame(sql`${links.teamId}`, { viewerId, now, maxRead: maxGamesRead, isPublic: true })})`),
      )
      .where(and(eq(links.organizationId, id), belongs))
      .orderBy(asc(games.startsAt), asc(games.id))
      .limit(maxOrganizationGames),
  )
  return listCards(
    db,
    viewerId,
    next.map((game) => game.id),
  )
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
