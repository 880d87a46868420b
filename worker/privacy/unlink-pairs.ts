import { type SQL, sql } from 'drizzle-orm'
import { disconnectPairs } from '../connections/disconnect-pairs.ts'
import { endCoHostInvitesBetween } from '../events/end-co-host-invites.ts'
import { unlinkHeldSeats } from '../events/end-held-between.ts'
import { endTransfersBetween } from '../events/end-transfers.ts'
import { leaveConversationsBetween } from '../messages/leave-after-block.ts'
import { deleteNoticesBetween } from '../notifications/delete-between.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { judgePairsAgain } from '../presence/judge-again.ts'
import { endHandOversBetween } from '../teams/end-hand-overs.ts'

/**
 * Removes everything that links two people when one blocks the other. It runs in the batch of the block, so there is no
 * moment in which someone is blocked and still followed, and a failure undoes all of it. `pairs` selects `blockerId` and
 * `blockedId`. Every statement runs it again, so put these after the statement that writes the rows it reads. Each feature
 * that links two people adds its statements here.
 */
export function unlinkPairs(pairs: SQL, now: number): (SQL | MessageInsert)[] {
  const toBlocked = sql`SELECT blockerId, blockedId FROM (${pairs})`
  const toBlocker = sql`SELECT blockedId, blockerId FROM (${pairs})`
  return [
    // One direction at a time, because SQLite would read the whole table for both at once.
    ...disconnectPairs(toBlocked),
    ...disconnectPairs(toBlocker),
    ...endTransfersBetween(toBlocked, now),
    ...endTransfersBetween(toBlocker, now),
    ...unlinkHeldSeats(sql`${toBlocked} UNION ALL ${toBlocker}`, now),
    ...endCoHostInvitesBetween(toBlocked, now),
    ...endCoHostInvitesBetween(toBlocker, now),
    ...endHandOversBetween(toBlocked, now),
    ...endHandOversBetween(toBlocker, now),
    leaveConversationsBetween(pairs, now),
    judgePairsAgain(pairs, now),
    // Only the blocker's notifications are deleted. The other person's are hidden during the block and visible again after it.
    deleteNoticesBetween(toBlocker),
  ]
}
