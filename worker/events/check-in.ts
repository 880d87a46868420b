import { sql } from 'drizzle-orm'
import { checkInLeadTime } from '../../domain/events/check-in-rules.ts'
import type { CheckIns, CheckInsAnswer } from '../../domain/events/manage-contract.ts'
import { runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { events, joiners } from './schema.ts'
import { e, j } from './tables.ts'
import { keepTalliesAfter } from './tallies.ts'

/** Whether report `s` may be saved for event `e`. Undoing a check-in is always possible. */
const isInTime = sql`CASE WHEN s.arrived > 0 THEN s.isEarly OR s.at >= ${e.startsAt} - ${checkInLeadTime}
  WHEN s.isNoShow THEN s.at >= ${e.startsAt} ELSE true END`

/**
 * Saves check-ins, which may be hours old if the host had no network. The latest check-in of each entry counts, so the result is
 * the same if a report arrives twice, or if reports of two hosts arrive in any order. Returns the ids that are
 * not in this event, and those that came too early.
 */
export async function checkIn(db: Database, now: number, hostId: string, eventId: string, { checkIns }: CheckIns): Promise<CheckInsAnswer> {
  const reported = JSON.stringify(checkIns.map((item) => ({ ...item, at: Math.min(item.at, now) })))
  const latest = sql`SELECT value->>'joinerId' AS joinerId, value->>'arrived' AS arrived, value->>'isNoShow' AS isNoShow,
      value->>'isEarly' AS isEarly, max(value->>'at') AS at
    FROM json_each(${reported}) GROUP BY 1`
  const { unknown, tooEarly } = await runBatch(db, {
    checkedIn: updateSet(
      joiners,
      {
        arrived: sql`min(${joiners.seats}, s.arrived)`,
        checkedInAt: sql`s.at`,
        isNoShow: sql`s.isNoShow AND s.arrived = 0`,
        updatedAt: now,
      },
      sql`FROM (${latest}) s
        WHERE ${joiners.id} = s.joinerId AND ${joiners.eventId} = ${eventId} AND ${joiners.state} = 'going'
          AND (${joiners.checkedInAt} IS NULL OR ${joiners.checkedInAt} < s.at)
          AND EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isHostOf(hostId)} AND ${isInTime})`,
    ),
    unknown: select(
      { id: joiners.id },
      sql`SELECT DISTINCT value->>'joinerId' AS id FROM json_each(${reported})
        WHERE NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.id} = value->>'joinerId' AND ${j.eventId} = ${eventId} AND ${j.state} = 'going')`,
    ),
    tooEarly: select(
      { id: joiners.id },
      sql`SELECT ${j.id} AS id FROM (${latest}) s JOIN ${joiners} ${j} ON ${j.id} = s.joinerId AND ${j.eventId} = ${eventId} AND ${j.state} = 'going'
        JOIN ${events} ${e} ON ${e.id} = ${eventId} WHERE NOT (${isInTime})`,
    ),
    tallies: keepTalliesAfter(eventId, sql`SELECT value->>'joinerId' FROM json_each(${reported})`, now),
  })
  return { unknown: unknown.rows.map(({ id }) => id), tooEarly: tooEarly.rows.map(({ id }) => id) }
}
