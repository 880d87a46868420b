import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { teamMembers } from './schema.ts'

const fewTeams = 3
const maxTeamsAsked = 100

/**
 * In a statement: both are in one team. Checks for each team of one person whether the other is in it, which reads a row for each
 * of these teams. So it checks the other person's teams if they have few, otherwise the viewer's newest hundred.
 */
export const sharesTeam = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.userId} = ${personId} LIMIT ${fewTeams})) < ${fewTeams},
    ${isInTeamOf(personId, viewerId)}, ${isInTeamOf(viewerId, personId)})`

const isInTeamOf = (oneId: string, otherId: string): SQL => {
  const m = alias(teamMembers, 'm')
  return sql`EXISTS (
    SELECT 1 FROM (SELECT ${teamMembers.teamId} AS teamId FROM ${teamMembers} WHERE ${teamMembers.userId} = ${oneId}
      ORDER BY ${teamMembers.joinedAt} DESC LIMIT ${maxTeamsAsked}) t
    CROSS JOIN ${teamMembers} ${m} ON ${m.teamId} = t.teamId AND ${m.userId} = ${otherId})`
}
