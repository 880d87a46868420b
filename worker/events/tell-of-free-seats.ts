import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { notifyOfRows } from '../notifications/commands.ts'
import { events, joiners, seriesFollows } from './schema.ts'
import { isHoldingIn } from './seat-states.ts'
import type { e } from './tables.ts'

const entry = alias(joiners, 'entry')

/** Most series have none, and then nobody needs a message. */
export const hasFollowers = (seriesId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seriesFollows} WHERE ${seriesFollows.seriesId} = ${seriesId})`

/** All seats are counted from the rows. */
export const heldIn = (game: typeof events | typeof e): SQL => sql`
  (SELECT coalesce(sum(${entry.seats}), 0) FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${game.id} AND ${isHoldingIn(entry)})`
export const isWaitedFor = (game: typeof events | typeof e): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joiners} ${entry} WHERE ${entry.eventId} = ${game.id} AND ${entry.state} = 'waiting')`

/**
 * For the end of every batch about seats, before the seats are counted again: a date that was full has a free seat now, and nobody waits
 * for it. Few series are followed, so that is asked first. `capacity` is for the batch in which a host adds seats; there it comes before
 * the statement that does it.
 */
export const tellOfFreeSeats = (eventIds: SQL, now: number, capacity: SQLWrapper | number = events.capacity) =>
  notifyOfRows(
    sql`SELECT 'series-seat-free:' || ${events.id} || ':' || ${now} AS id,
        json_object('kind', 'series-seat-free', 'eventId', ${events.id}, 'at', ${now}) AS fact
      FROM ${events} WHERE ${events.id} IN (${eventIds}) AND ${events.seriesId} IS NOT NULL AND ${events.taken} >= ${events.capacity}
        AND ${events.state} = 'published' AND ${events.startsAt} > ${now}
        AND EXISTS (SELECT 1 FROM ${seriesFollows} WHERE ${seriesFollows.seriesId} = ${events.seriesId})
        AND NOT ${isWaitedFor(events)} AND ${heldIn(events)} < ${capacity}`,
    { now },
  )
