import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { countPeople } from './count-people.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons } from './schema.ts'

const [season, side, sidesSeason] = [alias(seasons, 'named_season'), alias(seasonGroups, 'named_side'), alias(seasonGroups, 'side_of')]
const [placed, placedGuest] = [alias(seasonRegistrations, 'placed_person'), alias(seasonGuests, 'placed_guest')]

/** The id is a season of the community. With `now`, one that is not over. */
export const isSeasonOf = (id: SQLWrapper, teamId: SQLWrapper | string, now: number | null): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seasons} ${season} WHERE ${season.id} = ${id} AND ${season.teamId} = ${teamId}
    ${now === null ? sql`` : sql`AND ${season.endsOn} >= ${latestLocalDate(now)}`})`

/** The id is a side of a season of the community. With `now`, of one that is not over. */
export const isSideOf = (id: SQLWrapper, teamId: SQLWrapper | string, now: number | null): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seasonGroups} ${side} WHERE ${side.id} = ${id} AND ${isSeasonOf(side.seasonId, teamId, now)})`

export const isGroupOf = (groupId: string, seasonId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seasonGroups} ${side} WHERE ${side.id} = ${groupId} AND ${side.seasonId} = ${seasonId})`

/** The id is a side that has no room for so many more people. */
export const isSideFull = (id: SQLWrapper, more: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seasonGroups} ${side} WHERE ${side.id} = ${id} AND ${side.size} IS NOT NULL AND ${countPeople(side.id)} + ${more} > ${side.size})`

/** The person or guest has a side in the season of this side, and keeps it. */
export const keepsSide = (sideId: SQLWrapper, { userId, guestId }: { userId: SQLWrapper; guestId: SQLWrapper }): SQL => {
  const sameSeason = sql`(SELECT ${sidesSeason.seasonId} FROM ${seasonGroups} ${sidesSeason} WHERE ${sidesSeason.id} = ${sideId})`
  return sql`(EXISTS (SELECT 1 FROM ${seasonRegistrations} ${placed}
      WHERE ${placed.seasonId} = ${sameSeason} AND ${placed.userId} = ${userId} AND ${placed.groupId} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ${seasonGuests} ${placedGuest}
      WHERE ${placedGuest.seasonId} = ${sameSeason} AND ${placedGuest.guestId} = ${guestId} AND ${placedGuest.groupId} IS NOT NULL))`
}
