import { sql } from 'drizzle-orm'

/** My block on someone, if there is one, for a batch: the screen that shows it can take it back. */
export const selectBlock = (viewerId: string, personId: string) =>
  sql`SELECT id AS blockId FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${personId}`
