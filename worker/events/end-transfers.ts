import { type SQL, sql } from 'drizzle-orm'
import { notifyOfRows } from '../notifications/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { events, joiners, seatTransfers } from './schema.ts'
import { e, j } from './tables.ts'

/**
 * Ends offers of seats that were not accepted, and notifies the players, who keep their seats. They get the same words for every
 * reason, so that a block looks like an offer that was declined. `which` is a condition on rows of `seat_transfers`.
 */
export const endTransfers = (which: SQL, now: number): [MessageInsert, SQL] => [
  notifyOfRows(
    sql`SELECT 'seat-transfer-over:' || ${seatTransfers.id} AS id, json_object('kind', 'seat-transfer-over', 'transferId', ${seatTransfers.id},
        'eventId', ${seatTransfers.eventId}, 'personId', ${seatTransfers.fromId}) AS fact
      FROM ${seatTransfers} WHERE ${which}`,
    { now },
  ),
  sql`DELETE FROM ${seatTransfers} WHERE ${which}`,
]

/**
 * Ends offers of seats that their players no longer have. Nobody is notified: the players know why. Without this, such an offer would
 * count again as soon as its player gets another seat.
 */
export const endTransfersWithoutSeat = (
  eventIds: SQL,
): SQL => sql`DELETE FROM ${seatTransfers} WHERE ${seatTransfers.eventId} IN (${eventIds})
  AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
    WHERE ${j.id} = ${seatTransfers.joinerId} AND ${j.state} = 'going' AND ${e.state} = 'published')`

/** For the batch of a block. `pairs` selects the ids of the one who offered and the one who was asked. */
export const endTransfersBetween = (pairs: SQL, now: number): [MessageInsert, SQL] =>
  endTransfers(sql`(${seatTransfers.fromId}, ${seatTransfers.toId}) IN (${pairs})`, now)

/** Ends offers that nobody answered in time. */
export async function expireTransfers(db: Database, now: number, max: number): Promise<void> {
  const expired = sql`${seatTransfers.id} IN (SELECT ${seatTransfers.id} FROM ${seatTransfers} WHERE ${seatTransfers.expiresAt} <= ${now}
    ORDER BY ${seatTransfers.expiresAt}, ${seatTransfers.id} LIMIT ${max})`
  await runBatch(db, { ended: endTransfers(expired, now) })
}
