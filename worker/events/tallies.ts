import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxTallies } from '../../domain/profiles/badges.ts'
import { readAll, write } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { keepTallies } from '../profiles/commands.ts'
import { selectHostIds } from './acting.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** How many of someone's latest games are looked at: enough for who often waits in vain. */
const maxGames = 400

const s = alias(joiners, 's')

const isOver = (now: number): SQL => sql`${e.state} = 'published' AND ${e.endsAt} <= ${now}`

/** Games of the person `p` that are over and that they had a seat in to the end, the latest first. */
const seatsOf = (now: number): SQL => sql`
  (SELECT ${columnNames(joiners.eventId, joiners.startsAt, joiners.state, joiners.isNoShow)} FROM ${joiners}
    WHERE ${joiners.userId} = p.id AND ${joiners.startsAt} <= ${now} ORDER BY ${joiners.startsAt} DESC, ${joiners.eventId} DESC LIMIT ${maxGames}) ${s}
  CROSS JOIN ${events} ${e} ON ${e.id} = ${s.eventId} AND ${s.state} = 'going' AND ${isOver(now)}`

/** Games that `p` put up, or runs beside who did. */
const hostedBy = (now: number): SQL => sql`
  (SELECT * FROM (SELECT ${events.id} AS id, 1 AS isOwn FROM ${events} WHERE ${events.creatorId} = p.id AND ${events.startsAt} <= ${now}
      ORDER BY ${events.startsAt} DESC LIMIT ${maxGames})
    UNION ALL SELECT * FROM (SELECT ${eventHosts.eventId} AS id, 0 AS isOwn FROM ${eventHosts}
      WHERE ${eventHosts.userId} = p.id AND ${eventHosts.startsAt} <= ${now} ORDER BY ${eventHosts.startsAt} DESC LIMIT ${maxGames})) h
  CROSS JOIN ${events} ${e} ON ${e.id} = h.id AND ${isOver(now)} AND (h.isOwn OR ${e.creatorId} IS NOT p.id)`

/** Someone with an account, or who had one: whom a host wrote down would be too easy to make up. */
const someoneElseCame = sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.state} = 'going' AND NOT ${j.isNoShow}
  AND ${j.userId} IS NOT p.id AND ${j.guestName} IS NULL)`

/** Counted anew each time, no further than the badges ask: what was counted twice, or never, would stay wrong. `people` selects their ids. */
const keepTalliesOf = (people: SQL, now: number): SQL =>
  keepTallies(sql`
    SELECT p.id AS userId,
      (SELECT count(*) FROM (SELECT 1 FROM ${seatsOf(now)} WHERE NOT ${s.isNoShow} LIMIT ${maxTallies.played})) AS played,
      (SELECT count(*) FROM (SELECT 1 FROM ${hostedBy(now)} WHERE ${someoneElseCame} LIMIT ${maxTallies.hosted})) AS hosted,
      (SELECT count(*) FROM (SELECT sum(${s.isNoShow}) OVER (ORDER BY ${s.startsAt} DESC, ${s.eventId} DESC) AS missed
          FROM (SELECT ${s}.* FROM ${seatsOf(now)} ORDER BY ${s.startsAt} DESC, ${s.eventId} DESC LIMIT ${maxTallies.kept}) ${s})
        WHERE missed = 0) AS kept
    FROM (${people}) p`)

/** For the batch that writes down who came: nothing while the game goes on, for it is counted once it is over. */
export const keepTalliesAfter = (eventId: string, joinerIds: SQL, now: number): SQL => {
  const over = sql`SELECT ${e.id} FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isOver(now)}`
  return keepTalliesOf(
    sql`SELECT ${joiners.userId} AS id FROM ${joiners} WHERE ${joiners.id} IN (${joinerIds}) AND ${joiners.eventId} IN (${over})
        AND ${joiners.userId} IS NOT NULL
      UNION ${selectHostIds(over)}`,
    now,
  )
}

const countedAtOnce = 100
const maxPeople = 5000

/** These games are over: what everyone in them has done is counted. A game missed here counts with their next one. */
export async function countTallies(db: Database, eventIds: readonly string[], now: number): Promise<void> {
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(eventIds)})`
  const found = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT id FROM (SELECT ${joiners.userId} AS id FROM ${joiners}
          WHERE ${joiners.eventId} IN (${ids}) AND ${joiners.state} = 'going' AND ${joiners.userId} IS NOT NULL
        UNION ${selectHostIds(ids)}) LIMIT ${maxPeople}`,
    ),
  )
  for (let from = 0; from < found.length; from += countedAtOnce) {
    const some = JSON.stringify(found.slice(from, from + countedAtOnce).map(({ id }) => id))
    await write(db, keepTalliesOf(sql`SELECT value AS id FROM json_each(${some})`, now))
  }
}
