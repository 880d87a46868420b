import { sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { gameYears as y } from './schema.ts'

export const myGamesData: PersonData = {
  feature: 'my-games',
  tables: { game_years: ['user_id', 'partner_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${y} WHERE ${y.userId} = ${userId}`,
    updateSet(y, { partnerId: null }, sql`WHERE ${y.partnerId} = ${userId}`),
  ],
  export: (db, userId) =>
    readParts(db, {
      years: sql`SELECT ${y.year} AS year, ${y.counted} AS countedJson, ${y.people} AS people, ${y.partnerGames} AS gamesWithPartner, ${y.countedAt} AS countedAt
        FROM ${y} WHERE ${y.userId} = ${userId} ORDER BY ${y.year}`,
    }),
}
