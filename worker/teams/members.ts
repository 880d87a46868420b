import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { teamPageSize } from '../../domain/teams/contract.ts'
import type { Database } from '../platform/database.ts'
import { deletedTeamMembers, teamMembers, teams } from './schema.ts'

// These fragments use aliases, so that they also work inside statements about `team_members`.
const inTeam = alias(teamMembers, 'in_team')
const inDeletedTeam = alias(deletedTeamMembers, 'in_deleted_team')
const ownMembership = alias(teamMembers, 'own')
const limitedTeam = alias(teams, 'limited')
const otherMembership = alias(teamMembers, 'other')

export const isInTeam = (teamId: SQLWrapper | string, userId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamMembers} ${inTeam} WHERE ${inTeam.teamId} = ${teamId} AND ${inTeam.userId} = ${userId})`

/** How many members the plan of the team allows. */
export const memberLimit = (teamId: SQLWrapper | string): SQL =>
  sql`(SELECT ${limitedTeam.maxMembers} FROM ${teams} ${limitedTeam} WHERE ${limitedTeam.id} = ${teamId})`

/** The team has a place for one more member. A team with more members than its plan allows keeps them. */
export const hasPlace = (teamId: SQLWrapper | string): SQL =>
  sql`(SELECT count(*) FROM ${teamMembers} ${inTeam} WHERE ${inTeam.teamId} = ${teamId}) < ${memberLimit(teamId)}`

/** The person is not in the team. Members of a deleted team are still in it, because the team may come back with them. */
export const isOutOfTeam = (teamId: string, userId: string): SQL =>
  sql`NOT (${isInTeam(teamId, userId)} OR EXISTS (SELECT 1 FROM ${deletedTeamMembers} ${inDeletedTeam}
    WHERE ${inDeletedTeam.teamId} = ${teamId} AND ${inDeletedTeam.userId} = ${userId}))`

/** Selects the `id` of each member of a team, if the person is a member too. */
export const selectTeammates = (userId: string, teamId: string | null): SQL =>
  sql`SELECT ${otherMembership.userId} AS id FROM ${teamMembers} ${ownMembership} JOIN ${teamMembers} ${otherMembership} ON ${otherMembership.teamId} = ${ownMembership.teamId}
    WHERE ${ownMembership.teamId} = ${teamId} AND ${ownMembership.userId} = ${userId}`

const orders = {
  newestFirst: [desc(teamMembers.joinedAt), desc(teamMembers.teamId)],
  highestRoleFirst: [asc(teamMembers.rank), asc(teamMembers.joinedAt), asc(teamMembers.teamId)],
}

type TeamPage = { order: keyof typeof orders; limit?: number; after?: readonly [joinedAt: number, teamId: string] | null }

/** Selects the teams of a person, to be joined with the columns to show. `after` is the last team of the previous page, newest first. */
export const selectTeamsOf = (db: Database, userId: string, { order, limit = teamPageSize, after = null }: TeamPage) =>
  db
    .select({
      teamId: teamMembers.teamId,
      role: teamMembers.role,
      rights: teamMembers.rights,
      rank: teamMembers.rank,
      joinedAt: teamMembers.joinedAt,
    })
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
