import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { gameYears as y } from './schema.ts'

export const myGamesData: PersonData = {
  feature: 'my-games',
  tables: { game_years: ['user_id', 'partner_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${y} WHERE ${y.userId} = ${userId}`,
    // The years of those who played with them most often are counted again without them.
    sql`DELETE FROM ${y} WHERE ${y.partnerId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      years: sql`SELECT ${y.year} AS year, ${y.counted} AS countedJson, ${y.people} AS people, ${y.partnerGames} AS gamesWithPartner, ${y.countedAt} AS countedAt
        FROM ${y} WHERE ${y.userId} = ${userId} ORDER BY ${y.year}`,
    }),
}
