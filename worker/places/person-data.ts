import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

const placeName = sql`(SELECT name FROM places WHERE id = place_id) AS place`

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
    sql`UPDATE places SET creator_id = NULL WHERE creator_id = ${userId}`,
    sql`UPDATE place_edits SET editor_id = NULL WHERE editor_id = ${userId}`,
    sql`DELETE FROM place_follows WHERE user_id = ${userId}`,
    sql`DELETE FROM place_visits WHERE user_id = ${userId}`,
    sql`DELETE FROM place_pings WHERE user_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      added: sql`SELECT name, description, address, city_name AS city, city_state AS state, lat, lng, activities AS activitiesJson, courts, surface,
        is_indoor AS isIndoor, has_lights AS hasLights, fee, hours AS hoursJson, amenities AS amenitiesJson, created_at AS createdAt
        FROM places WHERE creator_id = ${userId} ORDER BY created_at`,
      edits: sql`SELECT ${placeName}, changes AS changesJson, created_at AS createdAt FROM place_edits
        WHERE editor_id = ${userId} ORDER BY created_at`,
      follows: sql`SELECT ${placeName}, created_at AS createdAt FROM place_follows WHERE user_id = ${userId} ORDER BY created_at`,
      visits: sql`SELECT ${placeName}, visits, last_at AS lastAt, here_until AS hereUntilAt FROM place_visits
        WHERE user_id = ${userId} ORDER BY last_at`,
      calls: sql`SELECT ${placeName}, activity, needed, created_at AS createdAt FROM place_pings WHERE user_id = ${userId} ORDER BY created_at`,
    }),
}
