import { sql } from 'drizzle-orm'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { seasonRegistrations, seasons } from './schema.ts'

const seasonFields = sql`${communities.name} AS team, ${seasons.label} AS label, ${seasons.startsOn} AS startDate, ${seasons.endsOn} AS endDate`

export const seasonData: PersonData = {
  feature: 'seasons',
  tables: { seasons: ['created_by'], season_registrations: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${seasonRegistrations} WHERE ${seasonRegistrations.userId} = ${userId}`,
    // The season belongs to the team, so it is kept.
    sql`UPDATE ${seasons} SET ${columnNames(seasons.createdBy)} = NULL WHERE ${seasons.createdBy} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      registrations: sql`SELECT ${seasonFields}, ${seasonRegistrations.registeredAt} AS registeredAt
        FROM ${seasonRegistrations} JOIN ${seasons} ON ${seasons.id} = ${seasonRegistrations.seasonId}
          JOIN ${communities} ON ${communities.id} = ${seasons.teamId}
        WHERE ${seasonRegistrations.userId} = ${userId} ORDER BY ${seasonRegistrations.endsOn}`,
      'seasons-created': sql`SELECT ${seasonFields}, ${seasons.createdAt} AS createdAt
        FROM ${seasons} JOIN ${communities} ON ${communities.id} = ${seasons.teamId}
        WHERE ${seasons.createdBy} = ${userId} ORDER BY ${seasons.createdAt}`,
    }),
}
