import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PlatformId } from '../../domain/platforms.ts'
import { tellOfRows } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { welcomes } from './acting.ts'
import { events, joiners } from './schema.ts'
import { freeSeats, hasLine, slotSeats } from './seats.ts'
import { e } from './tables.ts'

const l = alias(joiners, 'l')
const a = alias(joiners, 'a')

/**
 * What becomes of those who asked where nobody has to say yes any more: as if a host had let them in one by one, in the order in
 * which they asked. Each takes a free seat unless somebody waits; the first who does not fit waits, and so does whoever is behind.
 */
const decisions = (ids: string): SQL => sql`
  WITH lines AS MATERIALIZED (
    SELECT ${l.eventId} AS eventId, ${l.slotId} AS slotId, ${slotSeats(l.slotId)} AS there, iif(${hasLine(l.slotId)}, 0, ${freeSeats(l.slotId)}) AS free
    FROM (SELECT DISTINCT ${joiners.eventId}, ${joiners.slotId} FROM ${joiners}
        WHERE ${joiners.eventId} IN (SELECT value FROM json_each(${ids})) AND ${joiners.state} = 'asked') ${l}
      JOIN ${events} ${e} ON ${e.id} = ${l.eventId} AND NOT ${e.needsApproval})
  SELECT id, iif(fits AND sum(iif(fits, seats, 0)) OVER (PARTITION BY eventId, slotId ORDER BY turn, joinedAt, id) <= free, 'going', 'waiting') AS state
  FROM (SELECT ${a.id} AS id, ${a.eventId} AS eventId, ${a.slotId} AS slotId, ${a.seats} AS seats, ${a.turn} AS turn, ${a.joinedAt} AS joinedAt,
      lines.free AS free, ${a.seats} <= lines.there AND ${welcomes(a.userId)} AS fits
    FROM lines CROSS JOIN ${events} ${e} ON ${e.id} = lines.eventId
      CROSS JOIN ${joiners} ${a} ON ${a.eventId} = lines.eventId AND ${a.state} = 'asked' AND ${a.slotId} IS lines.slotId)`

/** For the batch after which nobody has to be let in by a host. Each who had asked is told. */
export function letInWhoAsked(ids: string, { now, platform }: { now: number; platform: PlatformId | undefined }): [MessageInsert, SQL] {
  return [
    tellOfRows(
      sql`SELECT 'event-let-in:' || id AS id, json_object('kind', 'joiner-decided', 'joinerId', id, 'decision', state) AS fact
        FROM (${decisions(ids)})`,
      { now, platform },
    ),
    updateSet(
      joiners,
      { state: sql`decided.state`, updatedAt: now },
      sql`FROM (${decisions(ids)}) decided WHERE ${joiners.id} = decided.id`,
    ),
  ]
}
