import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxGameCounts } from '../../domain/profiles/badges.ts'
import { readAll, write } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { storeGameCounts } from '../profiles/commands.ts'
import { selectHostIds } from './acting.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** How many of a person's latest entries are read. It is enough even for people who often wait without getting a seat. */
const maxGames = 400

const s = alias(joiners, 's')

const isOver = (now: number): SQL => sql`${e.state} = 'published' AND ${e.endsAt} <= ${now}`

/** Finished games in which person `p` had a seat, the latest first. */
const seatsOf = (now: number): SQL => sql`
  (SELECT ${columnNames(joiners.eventId, joiners.startsAt, joiners.state, joiners.isNoShow)} FROM ${joiners}
    WHERE ${joiners.userId} = p.id AND ${joiners.startsAt} <= ${now} ORDER BY ${joiners.startsAt} DESC, ${joiners.eventId} DESC LIMIT ${maxGames}) ${s}
  CROSS JOIN ${events} ${e} ON ${e.id} = ${s.eventId} AND ${s.state} = 'going' AND ${isOver(now)}`

/** Finished games that person `p` created or co-hosted. */
const hostedBy = (now: number): SQL => sql`
  (SELECT * FROM (SELECT ${events.id} AS id, 1 AS isOwn FROM ${events} WHERE ${events.creatorId} = p.id AND ${events.startsAt} <= ${now}
      ORDER BY ${events.startsAt} DESC LIMIT ${maxGames})
    UNION ALL SELECT * FROM (SELECT ${eventHosts.eventId} AS id, 0 AS isOwn FROM ${eventHosts}
      WHERE ${eventHosts.userId} = p.id AND ${eventHosts.startsAt} <= ${now} ORDER BY ${eventHosts.startsAt} DESC LIMIT ${maxGames})) h
  CROSS JOIN ${events} ${e} ON ${e.id} = h.id AND ${isOver(now)} AND (h.isOwn OR ${e.creatorId} IS NOT p.id)`

/** Another person with an account was there. Guests without an account do not count, because a host could invent them. */
const hasOtherPlayer = sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.state} = 'going' AND NOT ${j.isNoShow}
  AND ${j.userId} IS NOT p.id AND ${j.guestName} IS NULL)`

/**
 * Counts what people have done, up to the numbers that badges need. `people` selects their ids. It counts from the start each time,
 * because a game that is added twice or never would stay wrong forever.
 */
const keepTalliesOf = (people: SQL, now: number): SQL =>
  storeGameCounts(sql`
    SELECT p.id AS userId,
      (SELECT count(*) FROM (SELECT 1 FROM ${seatsOf(now)} WHERE NOT ${s.isNoShow} LIMIT ${maxGameCounts.played})) AS played,
      (SELECT count(*) FROM (SELECT 1 FROM ${hostedBy(now)} WHERE ${hasOtherPlayer} LIMIT ${maxGameCounts.hosted})) AS hosted,
      (SELECT count(*) FROM (SELECT sum(${s.isNoShow}) OVER (ORDER BY ${s.startsAt} DESC, ${s.eventId} DESC) AS missed
          FROM (SELECT ${s}.* FROM ${seatsOf(now)} ORDER BY ${s.startsAt} DESC, ${s.eventId} DESC LIMIT ${maxGameCounts.attendedInARow}) ${s})
        WHERE missed = 0) AS attendedInARow
    FROM (${people}) p`)

/** Counts again after a check-in. It does nothing until the game is over. */
export const keepTalliesAfter = (eventId: string, joinerIds: SQL, now: number): SQL => {
  const finished = sql`SELECT ${e.id} FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isOver(now)}`
  return keepTalliesOf(
    sql`SELECT ${joiners.userId} AS id FROM ${joiners} WHERE ${joiners.id} IN (${joinerIds}) AND ${joiners.eventId} IN (${finished})
        AND ${joiners.userId} IS NOT NULL
      UNION ${selectHostIds(finished)}`,
    now,
  )
}

const peoplePerStatement = 100
const maxPeople = 5000

/** Counts again for everyone in these finished games. If it misses a game, that game is counted after the person's next one. */
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
  for (let from = 0; from < found.length; from += peoplePerStatement) {
    const some = JSON.stringify(found.slice(from, from + peoplePerStatement).map(({ id }) => id))
    await write(db, keepTalliesOf(sql`SELECT value AS id FROM json_each(${some})`, now))
  }
}
