import { type SQL, sql } from 'drizzle-orm'

/**
 * What is between two people ends with a block, in the block's own batch: no moment in which someone is blocked and
 * still followed, and no half of it when something fails. `pairs` selects blocker_id and blocked_id; all statements ask
 * it again, so they stand after the rows it reads. Each feature that puts something between two people has its
 * statements here.
 */
export function forgetPairs(pairs: SQL): SQL[] {
  const bothWays = sql`SELECT blocker_id AS one, blocked_id AS other FROM (${pairs}) UNION SELECT blocked_id, blocker_id FROM (${pairs})`
  return [
    // The totals first: they are counted from the rows that go next.
    sql`UPDATE follow_totals SET followers = max(0, followers - (
        SELECT count(*) FROM (${bothWays}) pair CROSS JOIN follows f ON f.follower_id = pair.one AND f.followed_id = pair.other
        WHERE pair.other = follow_totals.user_id))
      WHERE user_id IN (SELECT other FROM (${bothWays}))`,
    sql`DELETE FROM follows WHERE (follower_id, followed_id) IN (${bothWays})`,
    sql`DELETE FROM connections WHERE (user_id, other_id) IN (${bothWays})`,
    // What the blocker was told of the other. The other keeps what they were told: a notice that vanished would tell.
    sql`DELETE FROM notices WHERE (actor_id, user_id) IN (SELECT blocked_id, blocker_id FROM (${pairs}))`,
  ]
}
