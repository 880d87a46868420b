import { type SQL, sql } from 'drizzle-orm'

/**
 * What is between two people ends with a block, in the block's own batch: no moment in which someone is blocked and
 * still followed, and no half of it when something fails. `pairs` selects blocker_id and blocked_id; all statements ask
 * it again, so they stand after the rows it reads. Each feature that puts something between two people has its
 * statements here.
 */
export function forgetPairs(pairs: SQL): SQL[] {
  // One way at a time: for both at once SQLite would read the whole table.
  const ways = [sql`SELECT blocker_id, blocked_id FROM (${pairs})`, sql`SELECT blocked_id, blocker_id FROM (${pairs})`]
  return [
    ...ways.flatMap(forgetFollows),
    ...ways.map((way) => sql`DELETE FROM connections WHERE (user_id, other_id) IN (${way})`),
    // What the blocker was told of the other. What the other was told stays for after the block, and is not shown to them until then.
    sql`DELETE FROM notices WHERE (actor_id, user_id) IN (SELECT blocked_id, blocker_id FROM (${pairs}))`,
  ]
}

/** The totals first: they are counted from the rows that go next. */
const forgetFollows = (way: SQL) => [
  sql`UPDATE follow_totals SET followers = max(0, followers - lost.count)
    FROM (SELECT followed_id AS user_id, count(*) AS count FROM follows WHERE (follower_id, followed_id) IN (${way}) GROUP BY followed_id) lost
    WHERE follow_totals.user_id = lost.user_id`,
  sql`DELETE FROM follows WHERE (follower_id, followed_id) IN (${way})`,
]
