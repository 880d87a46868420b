import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { teamSessions } from './schema.ts'

/** The game belongs to a season. */
export const isSeasonGame = (eventId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${eventId})`
