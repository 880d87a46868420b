import { type SQL, sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { connections, follows, followTotals } from './schema.ts'

/**
 * For the batch of a block: removes the follow and the connection from the first person to the second. `pairs` selects both
 * ids, in this order.
 */
export const disconnectPairs = (pairs: SQL): SQL[] => [
  // Update the totals first, because they are counted from the rows that are deleted next.
  updateSet(
    followTotals,
    { followers: sql`max(0, ${followTotals.followers} - lost.count)` },
    sql`FROM (SELECT ${follows.followedId} AS personId, count(*) AS count FROM ${follows}
      WHERE (${follows.followerId}, ${follows.followedId}) IN (${pairs}) GROUP BY ${follows.followedId}) lost
    WHERE ${followTotals.userId} = lost.personId`,
  ),
  sql`DELETE FROM ${follows} WHERE (${follows.followerId}, ${follows.followedId}) IN (${pairs})`,
  sql`DELETE FROM ${connections} WHERE (${connections.userId}, ${connections.otherId}) IN (${pairs})`,
]
