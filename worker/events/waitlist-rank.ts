import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { columnNames } from '../platform/columns.ts'
import { deriveId } from '../platform/derive-id.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

/** How many of the latest games are searched for the last similar game. */
const maxGamesSearched = 100

const last = alias(events, 'last')
const back = alias(events, 'back')

/** The last game before `e` with the same activity at the same place, among the games for which `isAmong` is true. */
const lastSimilarGame = (isAmong: SQL): SQL => sql`
  (SELECT ${back.id} FROM (SELECT ${columnNames(events.id, events.state, events.activity, events.placeId, events.placeName, events.startsAt)}
      FROM ${events} ${last} WHERE ${isAmong} AND ${last.startsAt} < ${e.startsAt} ORDER BY ${last.startsAt} DESC LIMIT ${maxGamesSearched}) ${back}
    WHERE ${back.state} = 'published' AND ${back.activity} = ${e.activity}
      AND iif(${e.placeId} IS NULL, ${back.placeId} IS NULL AND ${back.placeName} = ${e.placeName}, ${back.placeId} = ${e.placeId})
    ORDER BY ${back.startsAt} DESC LIMIT 1)`

/** The game before `e`: the previous date of its series. Without a series, the last similar game of its team or of its creator. */
const lastGame = sql`
  CASE WHEN ${e.seriesId} IS NOT NULL THEN (SELECT ${last.id} FROM ${events} ${last}
      WHERE ${last.seriesId} = ${e.seriesId} AND ${last.startsAt} < ${e.startsAt} AND ${last.state} = 'published'
      ORDER BY ${last.startsAt} DESC LIMIT 1)
    WHEN ${e.teamId} IS NOT NULL THEN ${lastSimilarGame(sql`${last.teamId} = ${e.teamId}`)}
    ELSE ${lastSimilarGame(sql`${last.creatorId} = ${e.creatorId}`)} END`

const p = alias(joiners, 'p')

/**
 * The number that sorts the waitlist, before the time of joining. With turns, people who sat out the last game come first. With a
 * lottery, it is the person's number. Otherwise it is 0 for everyone.
 */
export const waitlistRankOf = (userId: SQLWrapper | string, draw: SQLWrapper | number): SQL => sql`
  CASE ${e.waitlistMode}
    WHEN 'lottery' THEN ${draw}
    WHEN 'turns' THEN EXISTS (SELECT 1 FROM ${joiners} ${p} WHERE ${p.userId} = ${userId} AND ${p.state} = 'going' AND ${p.eventId} = ${lastGame})
    ELSE 0 END`

/** A person's number in the lottery of an event. It is always the same, so a person who leaves and rejoins cannot draw again. */
export const drawLotteryNumber = async (eventId: string, userId: string): Promise<number> =>
  Number.parseInt((await deriveId('lottery', eventId, userId)).slice(-7), 16)
