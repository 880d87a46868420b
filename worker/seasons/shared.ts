import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expose } from '../platform/columns.ts'
import { isInTeam } from '../teams/members.ts'
import { seasonGroups, seasons, teamSessions } from './schema.ts'

/** What other features may read about seasons. */
export const communitySeasons = expose(seasons, 'id', 'teamId', 'label', 'startsOn', 'endsOn')

/** One of these ids is a season, or a group of one, that lasts beyond this day. */
export const lastsBeyond = (ids: SQL, day: string): SQL => sql`EXISTS (SELECT 1 FROM ${seasons} WHERE ${seasons.endsOn} > ${day}
  AND (${seasons.id} IN (${ids}) OR ${seasons.id} IN (SELECT ${seasonGroups.seasonId} FROM ${seasonGroups} WHERE ${seasonGroups.id} IN (${ids}))))`

/** Which season a game belongs to. */
export const seasonGames = expose(teamSessions, 'eventId', 'seasonId')

/** The game belongs to a season. */
export const isSeasonGame = (eventId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${eventId})`

const [home, away] = [alias(seasonGroups, 'home'), alias(seasonGroups, 'away')]

/** Selects the names of both sides of a match as JSON, for members of its community. Null for other games and other viewers. */
export const selectSides = (eventId: SQLWrapper, teamId: SQLWrapper, viewerId: string): SQL =>
  sql`(SELECT json_object('home', ${home.name}, 'away', ${away.name}) FROM ${teamSessions}
    CROSS JOIN ${seasonGroups} ${home} ON ${home.id} = ${teamSessions.homeGroupId}
    CROSS JOIN ${seasonGroups} ${away} ON ${away.id} = ${teamSessions.awayGroupId}
    WHERE ${teamSessions.eventId} = ${eventId} AND ${isInTeam(teamId, viewerId)})`
