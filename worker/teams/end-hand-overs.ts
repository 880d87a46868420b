import { type SQL, sql } from 'drizzle-orm'
import { notifyOfRows } from '../notifications/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { teamHandOvers, teamMembers } from './schema.ts'

/** The rows of offers that can no longer be accepted, because a person has left the team or is no longer the owner. */
export const isStale = sql`(NOT EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamHandOvers.teamId} AND ${teamMembers.userId} = ${teamHandOvers.toId})
  OR NOT EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${teamHandOvers.teamId} AND ${teamMembers.userId} = ${teamHandOvers.fromId} AND ${teamMembers.role} = 'owner'))`

/**
 * Ends offers that were not accepted, and notifies the owners. They get the same words for every reason, so that a block looks like an
 * offer that was declined. `which` is a condition on rows of `team_hand_overs`.
 */
export const endHandOvers = (which: SQL, now: number): (SQL | MessageInsert)[] => [
  notifyOfRows(
    sql`SELECT 'hand-over-ended:' || ${teamHandOvers.id} AS id, json_object('kind', 'hand-over-ended', 'handOverId', ${teamHandOvers.id},
        'teamId', ${teamHandOvers.teamId}, 'personId', ${teamHandOvers.fromId}) AS fact
      FROM ${teamHandOvers} WHERE ${which}`,
    { now },
  ),
  sql`DELETE FROM ${teamHandOvers} WHERE ${which}`,
]

/** For the batch in which a person leaves a team. Put it after the statement that removes them. */
export const endHandOversToLeavers = (teamId: string, now: number): (SQL | MessageInsert)[] =>
  endHandOvers(sql`${teamHandOvers.teamId} = ${teamId} AND ${isStale}`, now)

/** For the batch of a block. `pairs` selects the ids of the owner and of the person who was asked. */
export const endHandOversBetween = (pairs: SQL, now: number): (SQL | MessageInsert)[] =>
  endHandOvers(sql`(${teamHandOvers.fromId}, ${teamHandOvers.toId}) IN (${pairs})`, now)

const maxExpiredPerMinute = 500

/** Runs every minute: ends offers that nobody answered. */
export async function expireHandOvers(db: Database, now: number): Promise<void> {
  const expired = sql`${teamHandOvers.id} IN (SELECT ${teamHandOvers.id} FROM ${teamHandOvers} WHERE ${teamHandOvers.expiresAt} <= ${now}
    ORDER BY ${teamHandOvers.expiresAt} LIMIT ${maxExpiredPerMinute})`
  await runBatch(db, { ended: endHandOvers(expired, now) })
}
