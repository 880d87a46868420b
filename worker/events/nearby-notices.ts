import { sql } from 'drizzle-orm'
import { occurrencesMost } from '../../domain/events/form-contract.ts'
import { tellNearby } from '../../domain/events/tidings.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { selectMatchingSubscriptions } from '../geo/queries.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isOpenTo } from './acting.ts'

type Shown = {
  id: string
  seriesId: string | null
  creatorId: string | null
  title: string
  activity: string
  lat: number
  lng: number
  start: number
  timeZone: string
  placeName: string
  version: number
}

/** As many standing searches as one statement answers, and as many people as one message tells. */
const foundAtOnce = 500

/**
 * Tells whoever has a standing search that the event meets, or a later date of its series: each person once, also when several
 * of their searches meet it, and when it was told of before it moved. What it meets is looked up by its cells, not among all.
 */
export async function tellSubscribers(
  eventId: string,
  { db, now, platform }: { db: Database; now: number; platform?: PlatformId | undefined },
): Promise<void> {
  const columns = sql`id, series_id AS seriesId, creator_id AS creatorId, title, activity, lat, lng, starts_at AS start, time_zone AS timeZone,
    place_name AS placeName, version`
  const isShown = sql`state = 'published' AND visibility = 'public' AND starts_at > ${now}`
  const [own, later] = await runBatch<Shown>(db, [
    sql`SELECT ${columns} FROM events WHERE id = ${eventId} AND ${isShown}`,
    sql`SELECT ${columns} FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ${eventId})
      AND starts_at > (SELECT starts_at FROM events WHERE id = ${eventId}) AND ${isShown} ORDER BY starts_at LIMIT ${occurrencesMost}`,
  ])
  for (const event of [...(own?.results ?? []), ...(later?.results ?? [])]) await tellOf(event, { db, now, platform })
}

async function tellOf(
  event: Shown,
  { db, now, platform }: { db: Database; now: number; platform?: PlatformId | undefined },
): Promise<void> {
  const tidings = tellNearby({ ...event, eventId: event.id, startsAt: event.start })
  let after: string | null = null
  do {
    const [matching] = await runBatch<{ id: string }>(db, [selectMatchingSubscriptions(event, { after, limit: foundAtOnce })])
    const searches: string[] = (matching?.results ?? []).map(({ id }) => id)
    if (searches.length === 0) return
    const [people] = await runBatch<{ id: string }>(db, [
      sql`SELECT DISTINCT s.user_id AS id FROM json_each(${JSON.stringify(searches)}) found CROSS JOIN activity_subscriptions s ON s.id = found.value
        JOIN events e ON e.id = ${event.id}
        WHERE s.user_id IS NOT e.creator_id AND NOT EXISTS (SELECT 1 FROM event_hosts h WHERE h.event_id = e.id AND h.user_id = s.user_id)
          AND ${isOpenTo(sql`s.user_id`)} AND NOT EXISTS (SELECT 1 FROM joiners j WHERE j.event_id = e.id AND j.user_id = s.user_id)
          AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.user_id = s.user_id AND n.key = ${tidings.key})`,
    ])
    const to = (people?.results ?? []).map(({ id }) => id)
    after = searches.at(-1) ?? null
    if (to.length > 0) {
      const id = `${tidings.key}:${event.id}:${event.version}:${after}`
      await write(db, tell({ ...tidings, to }, { id, now, platform }, sql`1`))
    }
    if (searches.length < foundAtOnce) return
  } while (after !== null)
}
