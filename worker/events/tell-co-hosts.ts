import { type SQL, sql } from 'drizzle-orm'
import { coHostKey } from '../../domain/events/joining-notices.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { day } from '../../domain/time/spans.ts'
import { tellOfRows } from '../notifications/commands.ts'
import { selectToldBy } from '../notifications/queries.ts'
import { eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

/** Of so many games a day someone hears from one person: drafts are made and thrown away in a moment. */
const maxToldADay = 5

type NewHosts = { actorId: string; eventId: string; version: number; coHosts: readonly string[] }

/** For the batch that makes them hosts, before it does: whoever is none yet is told. */
export function tellCoHosts(
  { actorId, eventId, version, coHosts }: NewHosts,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when: SQL = sql`1`,
) {
  const told = selectToldBy(actorId, { keyStart: coHostKey, since: now - day })
  const isHost = sql`EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = h.value)`
  const rows = sql`SELECT ${`co-host-added:${eventId}:${version}:`} || h.value AS id,
      json_object('kind', 'co-host-added', 'eventId', ${e.id}, 'actorId', ${actorId}, 'personId', h.value) AS fact
    FROM json_each(${JSON.stringify([...new Set(coHosts)])}) h CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId} AND ${e.creatorId} IS NOT h.value
    WHERE ${when} AND h.value <> ${actorId} AND NOT ${isHost}
      AND (SELECT count(*) FROM (${told}) told WHERE told.personId = h.value) < ${maxToldADay}`
  return tellOfRows(rows, { now, platform })
}
