import { sql } from 'drizzle-orm'
import { asBoolean, select } from '../platform/row-query.ts'
import { endorsements, endorsementTotals } from './schema.ts'

/** For a batch: the count of each kind. The empty kind counts the people who endorsed. */
export const selectEndorsementTotals = (viewerId: string, personId: string) =>
  select(
    { kind: endorsementTotals.kind, count: endorsementTotals.count, isMine: asBoolean },
    sql`SELECT ${endorsementTotals.kind} AS kind, ${endorsementTotals.count} AS count,
        EXISTS (SELECT 1 FROM ${endorsements} WHERE ${endorsements.toId} = ${personId} AND ${endorsements.fromId} = ${viewerId}
          AND ${endorsements.kind} = ${endorsementTotals.kind}) AS isMine
      FROM ${endorsementTotals} WHERE ${endorsementTotals.userId} = ${personId}`,
  )
