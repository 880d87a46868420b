import { sql } from 'drizzle-orm'

/** For a batch: each kind with its count, and the number of people under the empty kind. */
export const selectEndorsementTotals = (viewerId: string, personId: string) => sql`
  SELECT t.kind, t.count, EXISTS (SELECT 1 FROM endorsements e
      WHERE e.to_id = ${personId} AND e.from_id = ${viewerId} AND e.kind = t.kind) AS isMine
  FROM endorsement_totals t WHERE t.user_id = ${personId}`
