import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { columnNames } from '../platform/columns.ts'
import { deriveId } from '../platform/derive-id.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

/** How many of the latest games are looked through for the last time. */
const maxLookedBack = 100

const last = alias(events, 'last')
const back = alias(events, 'back')

/** The last game before `e` among those that `isAmong` says, of the same kind at the same place. */
const lastLike = (isAmong: SQL): SQL => sql`
  (SELECT ${back.id} FROM (SELECT ${columnNames(events.id, events.state, events.activity, events.placeId, events.placeName, events.startsAt)}
      FROM ${events} ${last} WHERE ${isAmong} AND ${last.startsAt} < ${e.startsAt} ORDER BY ${last.startsAt} DESC LIMIT ${maxLookedBack}) ${back}
    WHERE ${back.state} = 'published' AND ${back.activity} = ${e.activity}
      AND iif(${e.placeId} IS NULL, ${back.placeId} IS NULL AND ${back.placeName} = ${e.placeName}, ${back.placeId} = ${e.placeId})
    ORDER BY ${back.startsAt} DESC LIMIT 1)`

/** The last time: the date before in a series; of a game that stands alone, the last like it of its community, or of who put it up. */
const lastTime = sql`
  CASE WHEN ${e.seriesId} IS NOT NULL THEN (SELECT ${last.id} FROM ${events} ${last}
      WHERE ${last.seriesId} = ${e.seriesId} AND ${last.startsAt} < ${e.startsAt} AND ${last.state} = 'published'
      ORDER BY ${last.startsAt} DESC LIMIT 1)
    WHEN ${e.teamId} IS NOT NULL THEN ${lastLike(sql`${last.teamId} = ${e.teamId}`)}
    ELSE ${lastLike(sql`${last.creatorId} = ${e.creatorId}`)} END`

const p = alias(joiners, 'p')

/** Whoever sat out last time goes before who did not; in a lottery the draw decides; else the time alone. */
export const turnOf = (userId: string, draw: number): SQL => sql`
  CASE ${e.waitlistMode}
    WHEN 'lottery' THEN ${draw}
    WHEN 'turns' THEN EXISTS (SELECT 1 FROM ${joiners} ${p} WHERE ${p.userId} = ${userId} AND ${p.state} = 'going' AND ${p.eventId} = ${lastTime})
    ELSE 0 END`

/** A person's number in an event's lottery: leaving and coming back draws no other. */
export const drawOf = async (eventId: string, userId: string): Promise<number> =>
  Number.parseInt((await deriveId('lottery', eventId, userId)).slice(-7), 16)
