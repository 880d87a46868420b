import { type Column, sql } from 'drizzle-orm'
import { columnNames } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { placeEdits, placeFollows, placePings, places, placeVisits } from './schema.ts'

const placeName = (placeId: Column) => sql`(SELECT ${places.name} FROM ${places} WHERE ${places.id} = ${placeId}) AS place`

/** Places and their history stay for everyone, without who made them. */
export const placeData: PersonData = {
  feature: 'places',
  tables: {
    places: ['creator_id'],
    place_edits: ['editor_id'],
    place_follows: ['user_id'],
    place_visits: ['user_id'],
    place_pings: ['user_id'],
  },
  erase: (userId) => [
    sql`UPDATE ${places} SET ${columnNames(places.creatorId)} = NULL WHERE ${places.creatorId} = ${userId}`,
    sql`UPDATE ${placeEdits} SET ${columnNames(placeEdits.editorId)} = NULL WHERE ${placeEdits.editorId} = ${userId}`,
    sql`DELETE FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId}`,
    sql`DELETE FROM ${placeVisits} WHERE ${placeVisits.userId} = ${userId}`,
    sql`DELETE FROM ${placePings} WHERE ${placePings.userId} = ${userId}`,
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
      follows: sql`SELECT ${placeName(placeFollows.placeId)}, ${placeFollows.createdAt} AS createdAt
        FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId} ORDER BY ${placeFollows.createdAt}`,
      visits: sql`SELECT ${placeName(placeVisits.placeId)}, ${placeVisits.visits} AS visits, ${placeVisits.lastAt} AS lastAt,
          ${placeVisits.hereUntil} AS hereUntilAt
        FROM ${placeVisits} WHERE ${placeVisits.userId} = ${userId} ORDER BY ${placeVisits.lastAt}`,
      calls: sql`SELECT ${placeName(placePings.placeId)}, ${placePings.activity} AS activity, ${placePings.needed} AS needed,
          ${placePings.createdAt} AS createdAt
        FROM ${placePings} WHERE ${placePings.userId} = ${userId} ORDER BY ${placePings.createdAt}`,
    }),
}
