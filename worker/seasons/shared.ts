import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { expose } from '../platform/columns.ts'
import { seasons, teamSessions } from './schema.ts'

/** What other features may read about seasons. */
export const communitySeasons = expose(seasons, 'id', 'teamId', 'label', 'startsOn', 'endsOn')

/** The game belongs to a season. */
export const isSeasonGame = (eventId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${eventId})`
