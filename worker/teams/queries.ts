import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import { maxOwnedTeams, type Team, type TeamMemberPage, type TeamToLeave, teamPageSize } from '../../domain/teams/contract.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/roles.ts'
import { people } from '../accounts/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asJson, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isMemberRow, isTeam } from './actor.ts'
import { selectTeamsOf } from './members.ts'
import { teamHandOvers, teamMembers, teams } from './schema.ts'

const oneMore = teamPageSize + 1

const teamColumns = {
  id: teams.id,
  name: teams.name,
  description: teams.description,
  photoKey: teams.photoKey,
  creatorId: teams.creatorId,
  createdAt: teams.createdAt,
}

export async function findTeam(db: Database, id: string): Promise<Team | null> {
  return (await readFirst(db, db.select(teamColumns).from(teams).where(isTeam(id)))) ?? null
}

/** Finds the role of a person in a team. Returns null for a deleted team. */
export async function findRole(db: Database, teamId: string, userId: string): Promise<TeamRole | null> {
  const member = await readFirst(db, db.select({ role: teamMembers.role }).from(teamMembers).where(isMemberRow(teamId, userId)))
  return member?.role ?? null
}

const MemberCursor = v.tuple([v.number(), v.number(), v.string()])

/** Lists members by the rank of their role, and those who joined first come first in each role. */
export async function listTeamMembers(db: Database, teamId: string, cursor: string | null = null): Promise<TeamMemberPage> {
  const { userId, role, rank, joinedAt } = teamMembers
  const after = readCursor(MemberCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({ userId, role, joinedAt })
      .from(teamMembers)
      .where(
        and(
          eq(teamMembers.teamId, teamId),
          after ? sql`(${rank}, ${joinedAt}, ${userId}) > (${after[0]}, ${after[1]}, ${after[2]})` : undefined,
        ),
      )
      .orderBy(asc(rank), asc(joinedAt), asc(userId))
      .limit(oneMore),
  )
  const { page, next } = cutPage(rows, teamPageSize, (row) => [teamRoles.indexOf(row.role), row.joinedAt, row.userId])
  return { members: page, next }
}

/** Lists the teams that this person owns. Nobody can own more than this query returns. */
export const listOwnedTeams = (db: Database, userId: string): Promise<Team[]> =>
  readAll(
    db,
    db
      .select(teamColumns)
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, 'owner')))
      .orderBy(teamMembers.joinedAt, teamMembers.teamId)
      .limit(maxOwnedTeams),
  )

const maxSuccessors = 50

type Successor = { id: string; name: string; photoKey: string | null }
type OfferedTo = Successor & { expiresAt: number }

/**
 * Lists the teams that a person must settle before they can delete their account, owned teams first with the members who could take
 * over.
 */
export async function listTeamsToLeave(db: Database, userId: string, now: number): Promise<TeamToLeave[]> {
  const mine = selectTeamsOf(db, userId, { order: 'highestRoleFirst' })
  const successor = alias(teamMembers, 'successor')
  const rows = await readAll(
    db,
    // For each member who could take over we read one row, for their name and picture.
    select(
      { id: teams.id, name: teams.name, role: teamMembers.role, successors: asJson<Successor[]>(), offered: asJson<OfferedTo | null>() },
      sql`SELECT ${teams.id} AS id, ${teams.name} AS name, ${mine.role} AS role,
          (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey)) FROM (
            SELECT ${people.id} AS id, coalesce(${people.displayName}, 'A new member') AS name, ${people.photoKey} AS photoKey
            FROM ${teamMembers} ${successor} JOIN ${people} ON ${people.id} = ${successor.userId}
            WHERE ${mine.role} = 'owner' AND ${successor.teamId} = ${mine.teamId} AND ${successor.userId} <> ${userId}
              AND ${hasNoBlock(userId, people.id)}
            ORDER BY ${successor.rank}, ${successor.joinedAt}, ${successor.userId} LIMIT ${maxSuccessors})) AS successors,
          coalesce((SELECT json_object('id', ${people.id}, 'name', coalesce(${people.displayName}, 'A new member'), 'photoKey', ${people.photoKey}, 'expiresAt', ${teamHandOvers.expiresAt})
            FROM ${teamHandOvers} JOIN ${people} ON ${people.id} = ${teamHandOvers.toId} AND ${hasNoBlock(userId, people.id)}
            WHERE ${teamHandOvers.teamId} = ${mine.teamId} AND ${teamHandOvers.fromId} = ${userId} AND ${teamHandOvers.expiresAt} > ${now}), 'null') AS offered
        FROM ${mine} JOIN ${teams} ON ${teams.id} = ${mine.teamId}
        ORDER BY ${mine.rank}, ${mine.joinedAt}, ${mine.teamId}`,
    ),
  )
  const toPerson = ({ id, name, photoKey }: Successor) => ({ id, name, pictureUrl: pictureUrl(photoKey, 96) })
  return rows.map(({ successors, offered, ...team }) => ({
    ...team,
    members: successors.map(toPerson),
    handOver: offered && { person: toPerson(offered), expiresAt: offered.expiresAt },
  }))
}
