import { sql } from 'drizzle-orm'
import { type TeamList, teamListPageSize } from '../../domain/teams/directory-contract.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { followsOfTeams as f } from '../team-follows/shared.ts'
import { withCity } from './city-columns.ts'
import { selectCards } from './list-teams.ts'
import { withPublicFacts } from './public-facts.ts'
import { teams } from './schema.ts'

/** Lists the teams that a person follows, the latest first. Deleted teams are left out until they are brought back. */
export async function listFollowedTeams(
  db: Database,
  viewer: { viewerId: string; now: number },
  cursor: string | undefined,
): Promise<TeamList> {
  const after = readCursor(TimeCursor, cursor)
  // The cards are sorted by the columns of the directory, and here the time is in that of the members.
  const followed = sql`SELECT ${f.teamId} AS id, ${f.createdAt} AS members, 0 AS miles, '' AS city FROM ${f} CROSS JOIN ${teams} ON ${teams.id} = ${f.teamId}
    WHERE ${f.userId} = ${viewer.viewerId} AND ${teams.deletedAt} IS NULL
      AND ${after ? sql`(${f.createdAt}, ${f.teamId}) < (${after[0]}, ${after[1]})` : sql`true`}
    ORDER BY ${f.createdAt} DESC, ${f.teamId} DESC LIMIT ${teamListPageSize + 1}`
  const rows = await readAll(db, selectCards(db, followed, viewer))
  const { page, next } = cutPage(rows, teamListPageSize, ({ at, id }) => [at.members, id])
  return { teams: page.map(({ at, ...row }) => ({ ...withPublicFacts(withCity(row)), miles: null })), next }
}
