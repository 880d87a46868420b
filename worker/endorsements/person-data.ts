import { sql } from 'drizzle-orm'
import { nameOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isShown } from '../privacy/reach.ts'

export const endorsementData: PersonData = {
  feature: 'endorsements',
  tables: { endorsements: ['to_id', 'from_id'], endorsement_totals: ['user_id'] },
  erase: (userId) => [
    // The total without a kind counts people, not endorsements.
    sql`UPDATE endorsement_totals SET count = max(0, count - 1)
      WHERE (kind = '' AND user_id IN (SELECT to_id FROM endorsements WHERE from_id = ${userId}))
        OR (user_id, kind) IN (SELECT to_id, kind FROM endorsements WHERE from_id = ${userId})`,
    sql`DELETE FROM endorsements WHERE from_id = ${userId}`,
    sql`DELETE FROM endorsements WHERE to_id = ${userId}`,
    sql`DELETE FROM endorsement_totals WHERE user_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      given: sql`SELECT ${nameOf(sql`to_id`)} AS person, kind, created_at AS createdAt
        FROM endorsements WHERE from_id = ${userId} AND ${isShown(userId, sql`to_id`)} ORDER BY created_at`,
      totals: sql`SELECT kind, count FROM endorsement_totals WHERE user_id = ${userId} ORDER BY kind`,
      received: sql`SELECT kind, created_at AS createdAt FROM endorsements WHERE to_id = ${userId} ORDER BY created_at`,
    }),
}
