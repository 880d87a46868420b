import { sql } from 'drizzle-orm'
import { exportedNameOf } from '../accounts/exported-name-of.ts'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isEntryVisibleTo } from '../privacy/reach.ts'
import { endorsements as e, endorsementTotals as totals } from './schema.ts'

export const endorsementData: PersonData = {
  feature: 'endorsements',
  tables: { endorsements: ['to_id', 'from_id'], endorsement_totals: ['user_id'] },
  erase: (userId) => [
    // The total with the empty kind counts people, not endorsements.
    updateSet(
      totals,
      { count: sql`max(0, ${totals.count} - 1)` },
      sql`WHERE (${totals.kind} = '' AND ${totals.userId} IN (SELECT ${e.toId} FROM ${e} WHERE ${e.fromId} = ${userId}))
        OR (${totals.userId}, ${totals.kind}) IN (SELECT ${e.toId}, ${e.kind} FROM ${e} WHERE ${e.fromId} = ${userId})`,
    ),
    sql`DELETE FROM ${e} WHERE ${e.fromId} = ${userId}`,
    sql`DELETE FROM ${e} WHERE ${e.toId} = ${userId}`,
    sql`DELETE FROM ${totals} WHERE ${totals.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      given: selectAs(
        { person: exportedNameOf(e.toId), kind: e.kind, createdAt: e.createdAt },
        sql`FROM ${e} WHERE ${e.fromId} = ${userId} AND ${isEntryVisibleTo(userId, e.toId)} ORDER BY ${e.createdAt}`,
      ),
      totals: selectAs(
        { kind: totals.kind, count: totals.count },
        sql`FROM ${totals} WHERE ${totals.userId} = ${userId} ORDER BY ${totals.kind}`,
      ),
      received: selectAs({ kind: e.kind, createdAt: e.createdAt }, sql`FROM ${e} WHERE ${e.toId} = ${userId} ORDER BY ${e.createdAt}`),
    }),
}
