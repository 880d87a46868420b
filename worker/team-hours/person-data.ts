import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { teamHourShares } from './schema.ts'

export const teamHoursData: PersonData = {
  feature: 'team-hours',
  tables: { team_hour_shares: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${teamHourShares} WHERE ${teamHourShares.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      'shared-with': sql`SELECT ${communities.name} AS team, ${teamHourShares.sharedSince} AS sharedAt
        FROM ${teamHourShares} JOIN ${communities} ON ${communities.id} = ${teamHourShares.teamId}
        WHERE ${teamHourShares.userId} = ${userId} ORDER BY ${teamHourShares.sharedSince}`,
    }),
}
