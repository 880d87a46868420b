import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { teamMembers } from './schema.ts'

const manyTeams = 3
const maxTeamsChecked = 100

/**
 * SQL condition: both people are in one team. It looks up one person's teams and reads one row for each of them. So it uses the other
 * person's teams if they have only a few, and otherwise the newest hundred of the viewer.
 */
export const sharesTeam = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.userId} = ${personId} LIMIT ${manyTeams})) < ${manyTeams},
    ${isInTeamOf(personId, viewerId)}, ${isInTeamOf(viewerId, personId)})`

const isInTeamOf = (oneId: string, otherId: string): SQL => {
  const m = alias(teamMembers, 'm')
  return sql`EXISTS (
    SELECT 1 FROM (SELECT ${teamMembers.teamId} AS teamId FROM ${teamMembers} WHERE ${teamMembers.userId} = ${oneId}
      ORDER BY ${teamMembers.joinedAt} DESC LIMIT ${maxTeamsChecked}) t
    CROSS JOIN ${teamMembers} ${m} ON ${m.teamId} = t.teamId AND ${m.userId} = ${otherId})`
}
