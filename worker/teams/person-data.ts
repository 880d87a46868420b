import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { selectCustomRoleName } from './custom-roles.ts'
import { deletedTeamMembers, guests, teamChanges, teamHandOvers, teamMembers, teams } from './schema.ts'

const selectGuests = sql`SELECT ${teams.name} AS team, ${guests.name} AS name, ${guests.email} AS email, ${guests.createdAt} AS createdAt,
    ${guests.declinedAt} AS declinedAt
  FROM ${guests} JOIN ${teams} ON ${teams.id} = ${guests.teamId}`

const selectHandOvers = sql`SELECT ${teams.name} AS team, ${teamHandOvers.createdAt} AS createdAt, ${teamHandOvers.expiresAt} AS expiresAt
  FROM ${teamHandOvers} JOIN ${teams} ON ${teams.id} = ${teamHandOvers.teamId}`

const selectChanges = sql`SELECT ${teams.name} AS team, ${teamChanges.kind} AS kind, ${teamChanges.oldRole} AS oldRole, ${teamChanges.newRole} AS newRole,
    ${teamChanges.fields} AS fieldsJson, ${teamChanges.details} AS detailsJson, ${teamChanges.createdAt} AS createdAt
  FROM ${teamChanges} JOIN ${teams} ON ${teams.id} = ${teamChanges.teamId}`

export const teamData: PersonData = {
  feature: 'teams',
  tables: {
    teams: ['creator_id'],
    team_members: ['user_id'],
    deleted_team_members: ['user_id'],
    team_changes: ['actor_id', 'person_id'],
    team_hand_overs: ['from_id', 'to_id'],
    guests: ['created_by', 'email', 'email_key', 'guardian_id', 'name'],
  },
  // An owner cannot be deleted, because every team needs one. They must hand their teams over first.
  blocksDeletion: {
    error: 'StillInTeams',
    when: (userId) => sql`EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.userId} = ${userId})`,
  },
  erase: (userId, now) => [
    // Nobody else can bring a deleted team back, so its data is deleted within minutes.
    sql`UPDATE ${teams} SET ${columnNames(teams.purgeAt)} = ${now}
      WHERE ${teams.purgeAt} > ${now} AND ${teams.id} IN (SELECT ${deletedTeamMembers.teamId} FROM ${deletedTeamMembers}
        WHERE ${deletedTeamMembers.userId} = ${userId} AND ${deletedTeamMembers.role} = 'owner')`,
    sql`DELETE FROM ${deletedTeamMembers} WHERE ${deletedTeamMembers.userId} = ${userId}`,
    sql`UPDATE ${teamChanges} SET ${columnNames(teamChanges.actorId)} = NULL WHERE ${teamChanges.actorId} = ${userId}`,
    sql`UPDATE ${teamChanges} SET ${columnNames(teamChanges.personId)} = NULL WHERE ${teamChanges.personId} = ${userId}`,
    sql`DELETE FROM ${teamHandOvers} WHERE ${teamHandOvers.fromId} = ${userId}`,
    sql`DELETE FROM ${teamHandOvers} WHERE ${teamHandOvers.toId} = ${userId}`,
    sql`UPDATE ${teams} SET ${columnNames(teams.creatorId)} = NULL WHERE ${teams.creatorId} = ${userId}`,
    sql`UPDATE ${guests} SET ${columnNames(guests.createdBy)} = NULL WHERE ${guests.createdBy} = ${userId}`,
    sql`DELETE FROM ${guests} WHERE ${guests.guardianId} = ${userId}`,
    // If this person was a guest of a team, the guest is kept without name and address.
    sql`UPDATE ${guests} SET (${columnNames(guests.name, guests.email, guests.emailKey)}) = ('Former guest', NULL, NULL)
      WHERE ${guests.emailKey} = ${emailKeyOf(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      memberships: sql`SELECT ${teams.name} AS team, ${teamMembers.role} AS role, ${selectCustomRoleName(teamMembers.customRoleId)} AS customRole, ${teamMembers.title} AS title, ${teamMembers.joinedAt} AS joinedAt
        FROM ${teamMembers} JOIN ${teams} ON ${teams.id} = ${teamMembers.teamId}
        WHERE ${teamMembers.userId} = ${userId} ORDER BY ${teamMembers.joinedAt}`,
      'memberships-of-deleted-communities': sql`SELECT ${teams.name} AS team, ${deletedTeamMembers.role} AS role,
          ${selectCustomRoleName(deletedTeamMembers.customRoleId)} AS customRole, ${deletedTeamMembers.title} AS title,
          ${deletedTeamMembers.joinedAt} AS joinedAt, ${teams.deletedAt} AS deletedAt
        FROM ${deletedTeamMembers} JOIN ${teams} ON ${teams.id} = ${deletedTeamMembers.teamId}
        WHERE ${deletedTeamMembers.userId} = ${userId} ORDER BY ${deletedTeamMembers.joinedAt}`,
      'community-changes-by-me': sql`${selectChanges} WHERE ${teamChanges.actorId} = ${userId} ORDER BY ${teamChanges.createdAt}`,
      'community-changes-about-me': sql`${selectChanges} WHERE ${teamChanges.personId} = ${userId}
        OR ${teamChanges.guestId} IN (SELECT ${guests.id} FROM ${guests} WHERE ${guests.emailKey} = ${emailKeyOf(userId)}) ORDER BY ${teamChanges.createdAt}`,
      'communities-created': sql`SELECT ${teams.name} AS name, ${teams.description} AS description, ${teams.cityName} AS city, ${teams.cityState} AS state,
          ${teams.activity} AS activity, ${teams.joinMode} AS joinMode, ${teams.mainColor} AS mainColor, ${teams.secondColor} AS secondColor,
          ${teams.createdAt} AS createdAt, ${teams.deletedAt} AS deletedAt
        FROM ${teams} WHERE ${teams.creatorId} = ${userId} ORDER BY ${teams.createdAt}`,
      'communities-offered-to-me': sql`${selectHandOvers} WHERE ${teamHandOvers.toId} = ${userId} ORDER BY ${teamHandOvers.createdAt}`,
      'communities-i-offered': sql`${selectHandOvers} WHERE ${teamHandOvers.fromId} = ${userId} ORDER BY ${teamHandOvers.createdAt}`,
      'guests-added': sql`${selectGuests} WHERE ${guests.createdBy} = ${userId} ORDER BY ${guests.createdAt}`,
      'my-children': sql`${selectGuests} WHERE ${guests.guardianId} = ${userId} ORDER BY ${guests.createdAt}`,
      'added-as-guest': sql`${selectGuests} WHERE ${guests.emailKey} = ${emailKeyOf(userId)} ORDER BY ${guests.createdAt}`,
    }),
}
