import { type SQL, sql } from 'drizzle-orm'
import { tellDecided } from '../../domain/events/tidings.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { welcomes } from './acting.ts'
import { freeSeats, hasLine, slotSeats } from './seats.ts'

/**
 * What becomes of those who asked where nobody has to say yes any more: as if a host had let them in one by one, in the order in
 * which they asked. Each takes a free seat unless somebody waits; the first who does not fit waits, and so does whoever is behind.
 */
const decisions = (ids: string): SQL => sql`
  WITH lines AS MATERIALIZED (
    SELECT l.event_id, l.slot_id, ${slotSeats(sql`l.slot_id`)} AS there, iif(${hasLine(sql`l.slot_id`)}, 0, ${freeSeats(sql`l.slot_id`)}) AS free
    FROM (SELECT DISTINCT event_id, slot_id FROM joiners WHERE event_id IN (SELECT value FROM json_each(${ids})) AND state = 'asked') l
      JOIN events e ON e.id = l.event_id AND NOT e.needs_approval)
  SELECT id, event_id, user_id, iif(fits AND sum(iif(fits, seats, 0)) OVER (PARTITION BY event_id, slot_id ORDER BY turn, joined_at, id) <= free,
    'going', 'waiting') AS state
  FROM (SELECT a.id, a.event_id, a.slot_id, a.user_id, a.seats, a.turn, a.joined_at, lines.free,
      a.seats <= lines.there AND ${welcomes(sql`a.user_id`)} AS fits
    FROM lines CROSS JOIN events e ON e.id = lines.event_id
      CROSS JOIN joiners a ON a.event_id = lines.event_id AND a.state = 'asked' AND a.slot_id IS lines.slot_id)`

type About = { title: string; now: number; platform: PlatformId | undefined }

/** For the batch that does away with the yes of hosts. Each is told. */
export function letInWhoAsked(ids: string, { title, now, platform }: About): [MessageInsert, SQL] {
  const words = Object.fromEntries(
    (['going', 'waiting'] as const).map((what) => [
      what,
      { ...tellDecided({ eventId: '', title, toId: '', joinerId: '', what }), platform },
    ]),
  )
  return [
    putRowsInOutbox(
      'notices',
      sql`SELECT 'event-let-in:' || id AS id, json_set(said, '$.key', (said->>'key') || id, '$.path', (said->>'path') || event_id,
          '$.to', json_array(user_id)) AS body
        FROM (SELECT *, json_extract(${JSON.stringify(words)}, '$.' || state) AS said FROM (${decisions(ids)}))`,
      { now },
    ),
    sql`UPDATE joiners SET state = decided.state, updated_at = ${now} FROM (${decisions(ids)}) decided WHERE joiners.id = decided.id`,
  ]
}
