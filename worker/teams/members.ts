import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { teamPageSize } from '../../domain/teams/contract.ts'
import type { Database } from '../platform/database.ts'
import { teamMembers } from './schema.ts'

// Aliases of their own, so that these fragments also fit into statements about `team_members`.
const inTeam = alias(teamMembers, 'in_team')
const own = alias(teamMembers, 'own')
const other = alias(teamMembers, 'other')

export const isInTeam = (teamId: SQLWrapper | string, userId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamMembers} ${inTeam} WHERE ${inTeam.teamId} = ${teamId} AND ${inTeam.userId} = ${userId})`

/** `id` of all in a team that the person is in, too. */
export const selectTeammates = (userId: string, teamId: string | null): SQL =>
  sql`SELECT ${other.userId} AS id FROM ${teamMembers} ${own} JOIN ${teamMembers} ${other} ON ${other.teamId} = ${own.teamId}
    WHERE ${own.teamId} = ${teamId} AND ${own.userId} = ${userId}`

const orders = {
  newestFirst: [desc(teamMembers.joinedAt), desc(teamMembers.teamId)],
  highestRoleFirst: [desc(teamMembers.role), asc(teamMembers.joinedAt), asc(teamMembers.teamId)],
}

type Asked = { order: keyof typeof orders; limit?: number; after?: readonly [joinedAt: number, teamId: string] | null }

/** The teams a person is in, to be joined with what is shown of them. `after`, newest first, is the last one of the page before. */
export const selectTeamsOf = (db: Database, userId: string, { order, limit = teamPageSize, after = null }: Asked) =>
  db
    .select({ teamId: teamMembers.teamId, role: teamMembers.role, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.userId, userId),
        after ? sql`(${teamMembers.joinedAt}, ${teamMembers.teamId}) < (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(...orders[order])
    .limit(limit)
    .as('mine')
