import { type SQL, sql } from 'drizzle-orm'
import { coHostKey, tellCoHost } from '../../domain/events/tidings.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { day } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { selectToldBy } from '../notifications/queries.ts'

/** Of so many games a day someone hears from one person: drafts are made and thrown away in a moment. */
const toldADay = 5

type MadeHosts = { actorId: string; eventId: string; title: string; version: number; coHosts: readonly string[] }

/** For the batch that makes them hosts, before it does: whoever is none yet is told. */
export function tellCoHosts(
  { actorId, eventId, title, version, coHosts }: MadeHosts,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  when: SQL = sql`1`,
) {
  const told = selectToldBy(actorId, { keyStart: coHostKey, since: now - day })
  const words = JSON.stringify({ ...tellCoHost({ actorId, eventId, title }), platform })
  const rows = sql`SELECT ${`event-co-hosts:${eventId}:${version}`} AS id,
      json_set(${words}, '$.title', coalesce(u.display_name, 'Someone') || ' ' || (${words}->>'title'), '$.to', json_group_array(h.value)) AS body
    FROM json_each(${JSON.stringify([...new Set(coHosts)])}) h CROSS JOIN users u ON u.id = ${actorId}
      CROSS JOIN events e ON e.id = ${eventId} AND e.creator_id IS NOT h.value
    WHERE ${when} AND h.value <> ${actorId} AND NOT EXISTS (SELECT 1 FROM event_hosts known WHERE known.event_id = e.id AND known.user_id = h.value)
      AND (SELECT count(*) FROM (${told}) told WHERE told.user_id = h.value) < ${toldADay}
    HAVING count(*) > 0`
  return putRowsInOutbox('notices', rows, { now })
}
