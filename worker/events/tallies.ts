import { type SQL, sql } from 'drizzle-orm'
import { talliesMost } from '../../domain/profiles/badges.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { keepTallies } from '../profiles/commands.ts'

/** So many of someone's latest games are looked at: enough for who often waits in vain. */
const gamesAsked = 400

const isOver = (now: number): SQL => sql`e.state = 'published' AND e.ends_at <= ${now}`

/** Games of `p` that are over and that they had a seat in to the end, the latest first. */
const seatsOf = (now: number): SQL => sql`
  (SELECT event_id, starts_at, state, is_no_show FROM joiners WHERE user_id = p.id AND starts_at <= ${now}
    ORDER BY starts_at DESC, event_id DESC LIMIT ${gamesAsked}) s
  CROSS JOIN events e ON e.id = s.event_id AND s.state = 'going' AND ${isOver(now)}`

/** Games that `p` put up, or runs beside who did. */
const hostedBy = (now: number): SQL => sql`
  (SELECT * FROM (SELECT id, 1 AS isOwn FROM events WHERE creator_id = p.id AND starts_at <= ${now} ORDER BY starts_at DESC LIMIT ${gamesAsked})
    UNION ALL SELECT * FROM (SELECT event_id AS id, 0 AS isOwn FROM event_hosts WHERE user_id = p.id AND starts_at <= ${now}
      ORDER BY starts_at DESC LIMIT ${gamesAsked})) h
  CROSS JOIN events e ON e.id = h.id AND ${isOver(now)} AND (h.isOwn OR e.creator_id IS NOT p.id)`

/** Someone with an account, or who had one: whom a host wrote down would be too easy to make up. */
const someoneElseCame = sql`EXISTS (SELECT 1 FROM joiners j WHERE j.event_id = e.id AND j.state = 'going' AND NOT j.is_no_show
  AND j.user_id IS NOT p.id AND j.guest_name IS NULL)`

/** Counted anew each time, no further than the badges ask: what was counted twice, or never, would stay wrong. `people` selects their ids. */
const keepTalliesOf = (people: SQL, now: number): SQL =>
  keepTallies(sql`
    SELECT p.id AS userId,
      (SELECT count(*) FROM (SELECT 1 FROM ${seatsOf(now)} WHERE NOT s.is_no_show LIMIT ${talliesMost.played})) AS played,
      (SELECT count(*) FROM (SELECT 1 FROM ${hostedBy(now)} WHERE ${someoneElseCame} LIMIT ${talliesMost.hosted})) AS hosted,
      (SELECT count(*) FROM (SELECT sum(is_no_show) OVER (ORDER BY starts_at DESC, event_id DESC) AS missed
          FROM (SELECT s.* FROM ${seatsOf(now)} ORDER BY s.starts_at DESC, s.event_id DESC LIMIT ${talliesMost.kept})) WHERE missed = 0) AS kept
    FROM (${people}) p`)

/** Who runs these events. */
const hostsOf = (eventIds: SQL): SQL => sql`
  SELECT creator_id AS id FROM events WHERE id IN (${eventIds}) AND creator_id IS NOT NULL
  UNION SELECT user_id AS id FROM event_hosts WHERE event_id IN (${eventIds})`

/** For the batch that writes down who came: nothing while the game goes on, for it is counted once it is over. */
export const keepTalliesAfter = (eventId: string, joinerIds: SQL, now: number): SQL => {
  const over = sql`SELECT e.id FROM events e WHERE e.id = ${eventId} AND ${isOver(now)}`
  return keepTalliesOf(
    sql`SELECT user_id AS id FROM joiners WHERE id IN (${joinerIds}) AND event_id IN (${over}) AND user_id IS NOT NULL UNION ${hostsOf(over)}`,
    now,
  )
}

const peopleAtOnce = 100
const peopleMost = 5000

/** These games are over: what everyone in them has done is counted. A game missed here counts with their next one. */
export async function countTallies(db: Database, eventIds: readonly string[], now: number): Promise<void> {
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(eventIds)})`
  const [found] = await runBatch<{ id: string }>(db, [
    sql`SELECT id FROM (SELECT user_id AS id FROM joiners WHERE event_id IN (${ids}) AND state = 'going' AND user_id IS NOT NULL
      UNION ${hostsOf(ids)}) LIMIT ${peopleMost}`,
  ])
  const people = (found?.results ?? []).map(({ id }) => id)
  for (let from = 0; from < people.length; from += peopleAtOnce) {
    const some = JSON.stringify(people.slice(from, from + peopleAtOnce))
    await runBatch(db, [keepTalliesOf(sql`SELECT value AS id FROM json_each(${some})`, now)])
  }
}
