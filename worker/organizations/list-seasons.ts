import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxOrganizationSeasons, type OrganizationSeasons } from '../../domain/organizations/contract.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { communitySeasons as seasons } from '../seasons/shared.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { belongs } from './of-team.ts'
import { organizationTeams as links } from './schema.ts'

/** Of each team, those that end first. */
const maxOfTeam = 5

const s = alias(seasons, 's')
const current = alias(seasons, 'current')

/** Lists the seasons that run or are still to come, of the teams that the viewer is in: only members see the seasons of a team. */
export async function listOrganizationSeasons(
  db: Database,
  { viewerId, now }: { viewerId: string | null; now: number },
  id: string,
): Promise<OrganizationSeasons> {
  if (viewerId === null) return { seasons: [] }
  const rows = await readAll(
    db,
    selectFields(
      {
        id: s.id,
        label: s.label,
        startDate: s.startsOn,
        endDate: s.endsOn,
        teamId: s.teamId,
        teamName: computed(sql`${communities.name}`, asText),
      },
      sql`FROM ${links} CROSS JOIN ${communities} ON ${communities.id} = ${links.teamId} AND ${communities.deletedAt} IS NULL
        CROSS JOIN ${seasons} ${s} ON ${s.id} IN (SELECT ${current.id} FROM ${seasons} ${current}
          WHERE ${current.teamId} = ${links.teamId} AND ${current.endsOn} >= ${latestLocalDate(now)}
          ORDER BY ${current.endsOn}, ${current.id} LIMIT ${maxOfTeam})
        WHERE ${links.organizationId} = ${id} AND ${belongs} AND ${isInTeam(communities.id, viewerId)}
        ORDER BY ${s.startsOn}, ${s.endsOn}, ${s.id} LIMIT ${maxOrganizationSeasons}`,
    ),
  )
  return { seasons: rows.map(({ teamId, teamName, ...season }) => ({ ...season, team: { id: teamId, name: teamName } })) }
}
