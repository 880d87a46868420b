import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const teamData: PersonData = {
  feature: 'teams',
  tables: {
    teams: ['creator_id'],
    team_members: ['user_id'],
    guests: ['created_by', 'email', 'email_key', 'name'],
  },
  // A team must not lose its owner, and its members are to know who left.
  holds: (userId) => sql`EXISTS (SELECT 1 FROM team_members WHERE user_id = ${userId})`,
  erase: (userId) => [
    sql`UPDATE teams SET creator_id = NULL WHERE creator_id = ${userId}`,
    sql`UPDATE guests SET created_by = NULL WHERE created_by = ${userId}`,
    // The team's record stays, and no longer says who it was.
    sql`UPDATE guests SET name = 'Former guest', email = NULL, email_key = NULL WHERE email_key = ${emailKeyOf(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      memberships: sql`SELECT t.name AS team, m.role, m.joined_at AS joinedAt
        FROM team_members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = ${userId} ORDER BY m.joined_at`,
      'teams-made': sql`SELECT name, description, city_name AS city, city_state AS state, created_at AS createdAt, deleted_at AS deletedAt
        FROM teams WHERE creator_id = ${userId} ORDER BY created_at`,
      'guests-noted': sql`SELECT t.name AS team, g.name, g.email, g.created_at AS createdAt
        FROM guests g JOIN teams t ON t.id = g.team_id WHERE g.created_by = ${userId} ORDER BY g.created_at`,
      'noted-as-guest': sql`SELECT t.name AS team, g.name, g.email, g.created_at AS createdAt
        FROM guests g JOIN teams t ON t.id = g.team_id WHERE g.email_key = ${emailKeyOf(userId)} ORDER BY g.created_at`,
    }),
}
