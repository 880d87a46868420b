import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { unindexPlace } from './index-place.ts'
import { profiles, profileWords } from './schema.ts'

export const profileData: PersonData = {
  feature: 'profiles',
  tables: { profiles: ['user_id', 'full_name', 'bio'], profile_words: ['user_id', 'word'] },
  erase: (userId) => [
    sql`DELETE FROM ${profileWords} WHERE ${profileWords.userId} = ${userId}`,
    unindexPlace(userId),
    sql`DELETE FROM ${profiles} WHERE ${profiles.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      profile: selectAs(
        {
          fullName: profiles.fullName,
          bio: profiles.bio,
          city: profiles.cityName,
          state: profiles.cityState,
          lat: profiles.lat,
          lng: profiles.lng,
          timeZone: profiles.timeZone,
          gender: profiles.gender,
          pronoun: profiles.pronoun,
          joinReason: profiles.joinReason,
          activitiesJson: profiles.activities,
          gamesPlayed: profiles.gamesPlayed,
          gamesHosted: profiles.gamesHosted,
          gamesKeptInARow: profiles.gamesKept,
          createdAt: profiles.createdAt,
          updatedAt: profiles.updatedAt,
        },
        sql`FROM ${profiles} WHERE ${profiles.userId} = ${userId}`,
      ),
      'found-by-words': selectAs(
        { word: profileWords.word },
        sql`FROM ${profileWords} WHERE ${profileWords.userId} = ${userId} ORDER BY ${profileWords.word}`,
      ),
    }),
}
