import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { unindexPlace } from './index-place.ts'

export const profileData: PersonData = {
  feature: 'profiles',
  tables: { profiles: ['user_id', 'full_name', 'bio'], profile_words: ['user_id', 'word'] },
  erase: (userId) => [
    sql`DELETE FROM profile_words WHERE user_id = ${userId}`,
    unindexPlace(userId),
    sql`DELETE FROM profiles WHERE user_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      profile: sql`SELECT full_name AS fullName, bio, city_name AS city, city_state AS state, lat, lng, time_zone AS timeZone, gender, pronoun,
        join_reason AS joinReason, activities AS activitiesJson, games_played AS gamesPlayed, games_hosted AS gamesHosted,
        games_kept AS gamesKeptInARow, created_at AS createdAt, updated_at AS updatedAt
        FROM profiles WHERE user_id = ${userId}`,
      'found-by-words': sql`SELECT word FROM profile_words WHERE user_id = ${userId} ORDER BY word`,
    }),
}
