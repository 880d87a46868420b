import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PlatformId } from '../../domain/platforms.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { isVisibleTo } from './acting.ts'
import { events, joiners } from './schema.ts'
import { freeSeats, givenHoldEnd, hasWaitlist, seatStateBy, slotSeats } from './seats.ts'
import { e } from './tables.ts'

const l = alias(joiners, 'l')
const a = alias(joiners, 'a')

const hasLimitedTicket = sql`EXISTS (SELECT 1 FROM json_each(${e.pricing}, '$.tiers') tier
  WHERE tier.value->>'id' = ${a.tierId} AND tier.value->>'seats' IS NOT NULL)`

/**
 * The new states of join requests when their game no longer needs approval. The result is the same as if a host had approved them
 * one by one, in order. Each request gets free seats unless somebody already waits. The first request that needs more seats than
 * are free joins the waitlist, and so do all requests after it. When no time is left to pay, everyone does. So does a request for a
 * ticket with a limit: the waitlist then offers these one by one.
 */
const selectDecisions = (ids: string, now: number): SQL => sql`
  WITH waitlists AS MATERIALIZED (
    SELECT ${l.eventId} AS eventId, ${l.slotId} AS slotId, ${slotSeats(l.slotId)} AS capacity, iif(${hasWaitlist(l.slotId)}, 0, ${freeSeats(l.slotId)}) AS free
    FROM (SELECT DISTINCT ${joiners.eventId}, ${joiners.slotId} FROM ${joiners}
        WHERE ${joiners.eventId} IN (SELECT value FROM json_each(${ids})) AND ${joiners.state} = 'asked') ${l}
      JOIN ${events} ${e} ON ${e.id} = ${l.eventId} AND NOT ${e.needsApproval})
  SELECT id, iif(fits AND sum(iif(fits, seats, 0)) OVER (PARTITION BY eventId, slotId ORDER BY waitlistRank, joinedAt, id) <= free, seatState, 'waiting') AS state
  FROM (SELECT ${a.id} AS id, ${a.eventId} AS eventId, ${a.slotId} AS slotId, ${a.seats} AS seats, ${a.waitlistRank} AS waitlistRank, ${a.joinedAt} AS joinedAt,
      waitlists.free AS free, coalesce(${seatStateBy('letIn', a.userId, now)}, 'waiting') AS seatState, ${a.seats} <= waitlists.capacity AND ${isVisibleTo(a.userId)} AND NOT ${hasLimitedTicket} AS fits
    FROM waitlists CROSS JOIN ${events} ${e} ON ${e.id} = waitlists.eventId
      CROSS JOIN ${joiners} ${a} ON ${a.eventId} = waitlists.eventId AND ${a.state} = 'asked' AND ${a.slotId} IS waitlists.slotId)`

/** Accepts all join requests, in the batch that turns off approval for these games. Each person is notified. */
export function acceptJoinRequests(
  ids: string,
  { now, platform }: { now: number; platform: PlatformId | undefined },
): [MessageInsert, SQL] {
  return [
    notifyOfRows(
      sql`SELECT 'event-let-in:' || id AS id, json_object('kind', 'joiner-decided', 'joinerId', id, 'decision', state) AS fact
        FROM (${selectDecisions(ids, now)})`,
      { now, platform },
    ),
    updateSet(
      joiners,
      {
        state: sql`decision.state`,
        payUntil: sql`iif(decision.state = 'paying', ${givenHoldEnd(joiners.startsAt, now)}, NULL)`,
        updatedAt: now,
      },
      sql`FROM (${selectDecisions(ids, now)}) decision WHERE ${joiners.id} = decision.id`,
    ),
  ]
}
