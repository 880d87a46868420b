import { type SQL, sql } from 'drizzle-orm'
import { coHostKey } from '../../domain/events/joining-notices.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { day } from '../../domain/time/spans.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { selectNotifiedBy } from '../notifications/queries.ts'
import { eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

/**
 * How often one person can notify the same co-host in a day. Without a limit they could annoy people by creating and deleting
 * drafts.
 */
const maxNoticesPerDay = 5

type NewHosts = { actorId: string; eventId: string; version: number; coHosts: readonly string[] }

/** Notifies new co-hosts. It must run before the statement that adds them, because it skips people who are co-hosts already. */
export function notifyCoHosts(
  { actorId, eventId, version, coHosts }: NewHosts,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when: SQL = sql`1`,
) {
  const notifiedToday = selectNotifiedBy(actorId, { keyStart: coHostKey, since: now - day })
  const isHost = sql`EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = h.value)`
  const rows = sql`SELECT ${`co-host-added:${eventId}:${version}:`} || h.value AS id,
      json_object('kind', 'co-host-added', 'eventId', ${e.id}, 'actorId', ${actorId}, 'personId', h.value) AS fact
    FROM json_each(${JSON.stringify([...new Set(coHosts)])}) h CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId} AND ${e.creatorId} IS NOT h.value
    WHERE ${when} AND h.value <> ${actorId} AND NOT ${isHost}
      AND (SELECT count(*) FROM (${notifiedToday}) notified WHERE notified.personId = h.value) < ${maxNoticesPerDay}`
  return notifyOfRows(rows, { now, platform })
}
