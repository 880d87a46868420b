import { type SQL, sql } from 'drizzle-orm'
import { endBetween } from '../connections/end-between.ts'
import { forgetNoticesBetween } from '../notifications/forget-between.ts'

/**
 * What is between two people ends with a block, in the block's own batch: there is no moment in which someone is blocked and
 * still followed, and a failure leaves no half of it. `pairs` selects `blockerId` and `blockedId`; every statement asks it again,
 * so they run after the statement that writes the rows it reads. Each feature that puts something between two people has its
 * statements here.
 */
export function forgetPairs(pairs: SQL): SQL[] {
  const toBlocked = sql`SELECT blockerId, blockedId FROM (${pairs})`
  const toBlocker = sql`SELECT blockedId, blockerId FROM (${pairs})`
  return [
    // One way at a time: for both at once SQLite would read the whole table.
    ...endBetween(toBlocked),
    ...endBetween(toBlocker),
    // Only what the blocker was told. What the other was told stays for after the block, and is not shown to them until then.
    forgetNoticesBetween(toBlocker),
  ]
}
