import { sql } from 'drizzle-orm'
import { nameOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const connectionData: PersonData = {
  feature: 'connections',
  tables: { follows: ['follower_id', 'followed_id'], follow_totals: ['user_id'], connections: ['user_id', 'other_id'] },
  erase: (userId) => [
    sql`UPDATE follow_totals SET followers = max(0, followers - 1)
      WHERE user_id IN (SELECT followed_id FROM follows WHERE follower_id = ${userId})`,
    sql`DELETE FROM follows WHERE follower_id = ${userId}`,
    sql`DELETE FROM follows WHERE followed_id = ${userId}`,
    sql`DELETE FROM follow_totals WHERE user_id = ${userId}`,
    sql`DELETE FROM connections WHERE user_id = ${userId}`,
    sql`DELETE FROM connections WHERE other_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      following: sql`SELECT ${nameOf(sql`followed_id`)} AS person, created_at AS createdAt
        FROM follows WHERE follower_id = ${userId} ORDER BY created_at`,
      followers: sql`SELECT followers FROM follow_totals WHERE user_id = ${userId}`,
      connections: sql`SELECT ${nameOf(sql`other_id`)} AS person, state, since AS sinceAt
        FROM connections WHERE user_id = ${userId} ORDER BY since`,
    }),
}
