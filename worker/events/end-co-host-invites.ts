import { type SQL, sql } from 'drizzle-orm'
import { notifyOfRows } from '../notifications/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { coHostInvites, events } from './schema.ts'

/**
 * Ends invitations to co-host that were not accepted, and notifies the hosts who sent them, once for a series. The words are the same
 * for every reason, so that a block looks like an invitation that was declined. The version of the game increases, because an open
 * form would ask the person again. `which` is a condition on rows of `co_host_invites`.
 */
export const endCoHostInvites = (which: SQL, now: number): (SQL | MessageInsert)[] => [
  notifyOfRows(
    sql`SELECT 'co-host-over:' || eventId || ':' || userId || ':' || createdAt AS id,
        json_object('kind', 'co-host-invite-over', 'eventId', eventId, 'personId', inviterId, 'at', ${now}) AS fact
      FROM (SELECT ${coHostInvites.eventId} AS eventId, ${coHostInvites.userId} AS userId, ${coHostInvites.inviterId} AS inviterId,
          ${coHostInvites.createdAt} AS createdAt, min(${events.startsAt})
        FROM ${coHostInvites} JOIN ${events} ON ${events.id} = ${coHostInvites.eventId} WHERE ${which}
        GROUP BY coalesce(${events.seriesId}, ${events.id}), ${coHostInvites.userId}, ${coHostInvites.inviterId}, ${coHostInvites.createdAt})`,
    { now },
  ),
  updateSet(
    events,
    { version: sql`${events.version} + 1` },
    sql`WHERE ${events.id} IN (SELECT ${coHostInvites.eventId} FROM ${coHostInvites} WHERE ${which})`,
  ),
  sql`DELETE FROM ${coHostInvites} WHERE ${which}`,
]

/** For the batch of a block. `pairs` selects the ids of the host who asked and of the person. */
export const endCoHostInvitesBetween = (pairs: SQL, now: number): (SQL | MessageInsert)[] =>
  endCoHostInvites(sql`(${coHostInvites.inviterId}, ${coHostInvites.userId}) IN (${pairs})`, now)

/** Ends invitations that nobody answered in time. */
export async function expireCoHostInvites(db: Database, now: number, max: number): Promise<void> {
  const expired = sql`(${coHostInvites.eventId}, ${coHostInvites.userId}) IN (SELECT ${coHostInvites.eventId}, ${coHostInvites.userId}
    FROM ${coHostInvites} WHERE ${coHostInvites.expiresAt} <= ${now} ORDER BY ${coHostInvites.expiresAt} LIMIT ${max})`
  await runBatch(db, { ended: endCoHostInvites(expired, now) })
}
