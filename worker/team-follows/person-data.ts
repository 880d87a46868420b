import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { teamFollows } from './schema.ts'

export const teamFollowData: PersonData = {
  feature: 'team-follows',
  tables: { team_follows: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${teamFollows} WHERE ${teamFollows.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      'communities-i-follow': sql`SELECT ${communities.name} AS team, ${teamFollows.createdAt} AS createdAt
        FROM ${teamFollows} JOIN ${communities} ON ${communities.id} = ${teamFollows.teamId}
        WHERE ${teamFollows.userId} = ${userId} ORDER BY ${teamFollows.createdAt}`,
    }),
}
