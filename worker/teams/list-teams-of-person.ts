import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxProfileTeams, type ProfileTeam } from '../../domain/profiles/public-contract.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { selectTeamsOf } from './members.ts'
import { publicFactColumns, withPublicFacts } from './public-facts.ts'
import { teamMembers, teams } from './schema.ts'

const own = alias(teamMembers, 'own')

/** Of a person we read this many of the newest memberships, to find some that the viewer may see. */
const maxMembershipsRead = 30

type Seen = { viewerId: string; userId: string; showsOthers: boolean }

/**
 * Lists the communities of a person that the viewer may see: those in which both are, and with `showsOthers` also those that people can
 * join or ask to join. Who is in a community by invitation only is for its members.
 */
export async function listTeamsOfPerson(db: Database, { viewerId, userId, showsOthers }: Seen): Promise<ProfileTeam[]> {
  const theirs = selectTeamsOf(db, userId, { order: 'newestFirst', limit: maxMembershipsRead })
  const { id, name, photoKey, members, activity, mainColor } = teams
  const isShared = isNotNull(own.userId)
  const rows = await readAll(
    db,
    db
      .select({
        ...{ id, name, photo: photoKey, ...cityColumns, members, activity, mainColor },
        ...{ role: theirs.role, isShared: sql<number>`${isShared}`.as('isShared'), ...publicFactColumns(viewerId) },
      })
      .from(theirs)
      .crossJoin(teams)
      .leftJoin(own, and(eq(own.teamId, teams.id), eq(own.userId, viewerId)))
      .where(
        and(eq(teams.id, theirs.teamId), isNull(teams.deletedAt), or(isShared, showsOthers ? ne(teams.joinMode, 'invite') : sql`false`)),
      )
      .orderBy(desc(theirs.joinedAt), desc(theirs.teamId))
      .limit(maxProfileTeams),
  )
  return rows.map((row) => ({ ...withPublicFacts(withCity(row)), isShared: row.isShared === 1 }))
}
