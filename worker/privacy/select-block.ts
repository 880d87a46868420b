import { sql } from 'drizzle-orm'

/**
 * My block on someone by name, if there is one, for a batch: the screen that shows it can take it back. One by address is
 * in the list of blocks only: seen from the person it would tell whose address that is.
 */
export const selectBlock = (viewerId: string, personId: string) =>
  sql`SELECT id AS blockId FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${personId} AND email_key IS NULL`
