import { sql } from 'drizzle-orm'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { myGuests } from '../roster/my-guests.ts'
import { communities, communityGuests } from '../teams/shared.ts'
import { resultChanges, seasonGroups, seasonGuests, seasonRegistrations, seasons, substituteAsks } from './schema.ts'

const seasonFields = sql`${communities.name} AS team, ${seasons.label} AS label, ${seasons.startsOn} AS startDate, ${seasons.endsOn} AS endDate`

export const seasonData: PersonData = {
  feature: 'seasons',
  tables: {
    seasons: ['created_by'],
    season_registrations: ['user_id'],
    result_changes: ['user_id', 'note'],
    substitute_asks: ['user_id', 'asked_by'],
  },
  erase: (userId) => [
    sql`DELETE FROM ${seasonRegistrations} WHERE ${seasonRegistrations.userId} = ${userId}`,
    // Where they are a guest themselves, and their children.
    sql`DELETE FROM ${seasonGuests} WHERE ${seasonGuests.guestId} IN ${myGuests(userId)}`,
    // The trace of a result belongs to the match. What the person wrote is removed with their name.
    sql`UPDATE ${resultChanges} SET (${columnNames(resultChanges.userId, resultChanges.note)}) = (NULL, '') WHERE ${resultChanges.userId} = ${userId}`,
    sql`DELETE FROM ${substituteAsks} WHERE ${substituteAsks.userId} = ${userId}`,
    sql`UPDATE ${substituteAsks} SET ${columnNames(substituteAsks.askedBy)} = NULL WHERE ${substituteAsks.askedBy} = ${userId}`,
    // The season belongs to the team, so it is kept.
    sql`UPDATE ${seasons} SET ${columnNames(seasons.createdBy)} = NULL WHERE ${seasons.createdBy} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      registrations: sql`SELECT ${seasonFields}, ${seasonRegistrations.kind} AS kind, ${seasonGroups.name} AS "group",
          ${seasonRegistrations.registeredAt} AS registeredAt
        FROM ${seasonRegistrations} JOIN ${seasons} ON ${seasons.id} = ${seasonRegistrations.seasonId}
          JOIN ${communities} ON ${communities.id} = ${seasons.teamId}
          LEFT JOIN ${seasonGroups} ON ${seasonGroups.id} = ${seasonRegistrations.groupId}
        WHERE ${seasonRegistrations.userId} = ${userId} ORDER BY ${seasonRegistrations.endsOn}`,
      'registrations-of-guests': sql`SELECT ${seasonFields}, ${communityGuests.name} AS name, ${seasonGroups.name} AS "group",
          ${seasonGuests.registeredAt} AS registeredAt
        FROM ${seasonGuests} JOIN ${communityGuests} ON ${communityGuests.id} = ${seasonGuests.guestId} JOIN ${seasons} ON ${seasons.id} = ${seasonGuests.seasonId}
          JOIN ${communities} ON ${communities.id} = ${seasons.teamId} LEFT JOIN ${seasonGroups} ON ${seasonGroups.id} = ${seasonGuests.groupId}
        WHERE ${seasonGuests.guestId} IN ${myGuests(userId)} ORDER BY ${seasonGuests.endsOn}`,
      'seasons-created': sql`SELECT ${seasonFields}, ${seasons.createdAt} AS createdAt
        FROM ${seasons} JOIN ${communities} ON ${communities.id} = ${seasons.teamId}
        WHERE ${seasons.createdBy} = ${userId} ORDER BY ${seasons.createdAt}`,
      'substitute-asks': sql`SELECT ${substituteAsks.eventId} AS game, ${substituteAsks.askedAt} AS askedAt, ${substituteAsks.isByHand} AS isByHand,
          ${substituteAsks.answer} AS answer, ${substituteAsks.answeredAt} AS answeredAt
        FROM ${substituteAsks} WHERE ${substituteAsks.userId} = ${userId} ORDER BY ${substituteAsks.askedAt}`,
      // Without the person who was asked.
      'substitutes-asked': sql`SELECT ${substituteAsks.eventId} AS game, ${substituteAsks.askedAt} AS askedAt
        FROM ${substituteAsks} WHERE ${substituteAsks.askedBy} = ${userId} ORDER BY ${substituteAsks.askedAt}`,
      'results-changed': sql`SELECT ${resultChanges.eventId} AS game, ${resultChanges.kind} AS kind, ${resultChanges.homeScore} AS homeScore,
          ${resultChanges.awayScore} AS awayScore, ${resultChanges.forfeitSide} AS forfeitSide, ${resultChanges.note} AS note, ${resultChanges.createdAt} AS createdAt
        FROM ${resultChanges} WHERE ${resultChanges.userId} = ${userId} ORDER BY ${resultChanges.createdAt}`,
    }),
}
