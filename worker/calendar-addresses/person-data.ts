import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { calendarAddresses as a } from './schema.ts'

export const calendarAddressData: PersonData = {
  feature: 'calendar-addresses',
  tables: { calendar_addresses: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${a} WHERE ${a.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      addresses: sql`SELECT ${communities.name} AS team, ${a.hasOtherTeams} AS hasOtherTeams, ${a.createdAt} AS createdAt
        FROM ${a} LEFT JOIN ${communities} ON ${communities.id} = ${a.teamId} WHERE ${a.userId} = ${userId} ORDER BY ${a.createdAt}`,
    }),
}
