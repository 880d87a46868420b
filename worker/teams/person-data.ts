import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/name-of.ts'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { guests, teamMembers, teams } from './schema.ts'

const selectGuests = sql`SELECT ${teams.name} AS team, ${guests.name} AS name, ${guests.email} AS email, ${guests.createdAt} AS createdAt
  FROM ${guests} JOIN ${teams} ON ${teams.id} = ${guests.teamId}`

export const teamData: PersonData = {
  feature: 'teams',
  tables: {
    teams: ['creator_id'],
    team_members: ['user_id'],
    guests: ['created_by', 'email', 'email_key', 'name'],
  },
  // A team must not lose its owner, and its members are to know who left.
  holds: (userId) => sql`EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.userId} = ${userId})`,
  erase: (userId) => [
    sql`UPDATE ${teams} SET ${columnNames(teams.creatorId)} = NULL WHERE ${teams.creatorId} = ${userId}`,
    sql`UPDATE ${guests} SET ${columnNames(guests.createdBy)} = NULL WHERE ${guests.createdBy} = ${userId}`,
    // The team's record stays, and no longer says who it was.
    sql`UPDATE ${guests} SET (${columnNames(guests.name, guests.email, guests.emailKey)}) = ('Former guest', NULL, NULL)
      WHERE ${guests.emailKey} = ${emailKeyOf(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      memberships: sql`SELECT ${teams.name} AS team, ${teamMembers.role} AS role, ${teamMembers.joinedAt} AS joinedAt
        FROM ${teamMembers} JOIN ${teams} ON ${teams.id} = ${teamMembers.teamId}
        WHERE ${teamMembers.userId} = ${userId} ORDER BY ${teamMembers.joinedAt}`,
      'teams-made': sql`SELECT ${teams.name} AS name, ${teams.description} AS description, ${teams.cityName} AS city, ${teams.cityState} AS state,
          ${teams.createdAt} AS createdAt, ${teams.deletedAt} AS deletedAt
        FROM ${teams} WHERE ${teams.creatorId} = ${userId} ORDER BY ${teams.createdAt}`,
      'guests-noted': sql`${selectGuests} WHERE ${guests.createdBy} = ${userId} ORDER BY ${guests.createdAt}`,
      'noted-as-guest': sql`${selectGuests} WHERE ${guests.emailKey} = ${emailKeyOf(userId)} ORDER BY ${guests.createdAt}`,
    }),
}
