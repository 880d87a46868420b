import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { isInTeam } from '../teams/members.ts'
import { events, joiners } from './schema.ts'

/** For a batch: how many of a team's last finished games each member had a seat in, and came to. Counted from the rows of the seats. */
export function selectTeamAttendance(db: Database, teamId: string, { now, games }: { now: number; games: number }) {
  const lastGames = db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.teamId, teamId), eq(events.state, 'published'), lte(events.startsAt, now), lte(events.endsAt, now)))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(games)
    .as('last_games')
  return select(
    { userId: asText, games: asNumber, joined: asNumber, checkedIn: asNumber },
    sql`SELECT coalesce(${joiners.userId}, '') AS userId, (SELECT count(*) FROM ${lastGames}) AS games, count(${joiners.id}) AS joined,
        coalesce(sum(${joiners.arrived} > 0 AND NOT ${joiners.isNoShow}), 0) AS checkedIn
      FROM ${lastGames} LEFT JOIN ${joiners} ON ${joiners.eventId} = ${lastGames.id} AND ${joiners.state} = 'going'
        AND ${joiners.userId} IS NOT NULL AND ${isInTeam(teamId, joiners.userId)}
      GROUP BY ${joiners.userId}`,
  )
}
