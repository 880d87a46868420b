import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const seasonData: PersonData = {
  feature: 'seasons',
  tables: { seasons: ['created_by'], season_registrations: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM season_registrations WHERE user_id = ${userId}`,
    // The season is the team's.
    sql`UPDATE seasons SET created_by = NULL WHERE created_by = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      registrations: sql`SELECT t.name AS team, s.label, s.starts_on AS startDate, s.ends_on AS endDate, r.registered_at AS registeredAt
        FROM season_registrations r JOIN seasons s ON s.id = r.season_id JOIN teams t ON t.id = s.team_id
        WHERE r.user_id = ${userId} ORDER BY r.ends_on`,
      'seasons-made': sql`SELECT t.name AS team, s.label, s.starts_on AS startDate, s.ends_on AS endDate, s.created_at AS createdAt
        FROM seasons s JOIN teams t ON t.id = s.team_id WHERE s.created_by = ${userId} ORDER BY s.created_at`,
    }),
}
