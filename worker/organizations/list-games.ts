import { type SQL, sql } from 'drizzle-orm'
import { type OrganizationGames, organizationGamesPageSize } from '../../domain/organizations/contract.ts'
import { listGamesOfTeams } from '../events/games-of-teams.ts'
import type { Database } from '../platform/database.ts'
import { communities } from '../teams/shared.ts'
import { belongs } from './of-team.ts'
import { organizationTeams as links } from './schema.ts'

/** The teams of an organization, as rows of `id`. */
const selectTeamIds = (id: string): SQL => sql`SELECT ${links.teamId} AS id FROM ${links}
  JOIN ${communities} ON ${communities.id} = ${links.teamId} AND ${communities.deletedAt} IS NULL
  WHERE ${links.organizationId} = ${id} AND ${belongs}`

/** Lists the public games to come of all teams of an organization, the earliest first. */
export const listOrganizationGames = (
  db: Database,
  viewer: { viewerId: string | null; now: number },
  id: string,
  cursor: string | undefined,
): Promise<OrganizationGames> => listGamesOfTeams(db, selectTeamIds(id), { ...viewer, cursor, size: organizationGamesPageSize })
