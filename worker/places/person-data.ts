import { type Column, sql } from 'drizzle-orm'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { placeCheckIns, placeEdits, placeFollows, placeProposals, places, playerCalls } from './schema.ts'

const placeName = (placeId: Column) => sql`(SELECT ${places.name} FROM ${places} WHERE ${places.id} = ${placeId}) AS place`

/** If an account is deleted, its places and edits stay, but without a creator and editor. */
export const placeData: PersonData = {
  feature: 'places',
  tables: {
    places: ['creator_id'],
    place_edits: ['editor_id', 'confirmer_id'],
    place_proposals: ['user_id'],
    place_follows: ['user_id'],
    place_check_ins: ['user_id'],
    player_calls: ['user_id'],
  },
  erase: (userId) => [
    sql`UPDATE ${places} SET ${columnNames(places.creatorId)} = NULL WHERE ${places.creatorId} = ${userId}`,
    sql`UPDATE ${placeEdits} SET ${columnNames(placeEdits.editorId)} = NULL WHERE ${placeEdits.editorId} = ${userId}`,
    sql`UPDATE ${placeEdits} SET ${columnNames(placeEdits.confirmerId)} = NULL WHERE ${placeEdits.confirmerId} = ${userId}`,
    sql`DELETE FROM ${placeProposals} WHERE ${placeProposals.userId} = ${userId}`,
    sql`DELETE FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId}`,
    sql`DELETE FROM ${placeCheckIns} WHERE ${placeCheckIns.userId} = ${userId}`,
    sql`DELETE FROM ${playerCalls} WHERE ${playerCalls.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      added: sql`SELECT ${places.name} AS name, ${places.description} AS description, ${places.address} AS address,
          ${places.cityName} AS city, ${places.cityState} AS state, ${places.lat} AS lat, ${places.lng} AS lng,
          ${places.activities} AS activitiesJson, ${places.courts} AS courts, ${places.surface} AS surface,
          ${places.isIndoor} AS isIndoor, ${places.hasLights} AS hasLights, ${places.fee} AS fee, ${places.hours} AS hoursJson,
          ${places.amenities} AS amenitiesJson, ${places.createdAt} AS createdAt
        FROM ${places} WHERE ${places.creatorId} = ${userId} ORDER BY ${places.createdAt}`,
      edits: sql`SELECT ${placeName(placeEdits.placeId)}, ${placeEdits.changes} AS changesJson, ${placeEdits.createdAt} AS createdAt
        FROM ${placeEdits} WHERE ${placeEdits.editorId} = ${userId} ORDER BY ${placeEdits.createdAt}`,
      confirmed: sql`SELECT ${placeName(placeEdits.placeId)}, ${placeEdits.changes} AS changesJson, ${placeEdits.createdAt} AS createdAt
        FROM ${placeEdits} WHERE ${placeEdits.confirmerId} = ${userId} ORDER BY ${placeEdits.createdAt}`,
      suggested: sql`SELECT ${placeName(placeProposals.placeId)}, ${placeProposals.changes} AS changesJson,
          ${placeProposals.state} AS state, ${placeProposals.createdAt} AS createdAt
        FROM ${placeProposals} WHERE ${placeProposals.userId} = ${userId} ORDER BY ${placeProposals.createdAt}`,
      follows: sql`SELECT ${placeName(placeFollows.placeId)}, ${placeFollows.createdAt} AS createdAt
        FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId} ORDER BY ${placeFollows.createdAt}`,
      visits: sql`SELECT ${placeName(placeCheckIns.placeId)}, ${placeCheckIns.visits} AS visits, ${placeCheckIns.lastAt} AS lastAt,
          ${placeCheckIns.hereUntil} AS hereUntilAt
        FROM ${placeCheckIns} WHERE ${placeCheckIns.userId} = ${userId} ORDER BY ${placeCheckIns.lastAt}`,
      calls: sql`SELECT ${placeName(playerCalls.placeId)}, ${playerCalls.activity} AS activity, ${playerCalls.needed} AS needed,
          ${playerCalls.createdAt} AS createdAt
        FROM ${playerCalls} WHERE ${playerCalls.userId} = ${userId} ORDER BY ${playerCalls.createdAt}`,
    }),
}
