import { type SQL, sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { connections, follows, followTotals } from './schema.ts'

/** For the batch of a block: ends that one follows or is connected to the other. `pairs` selects the two, the one first. */
export const endBetween = (pairs: SQL): SQL[] => [
  // The totals first: they are counted from the rows that go next.
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
