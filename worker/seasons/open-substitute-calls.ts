import { type SQL, sql } from 'drizzle-orm'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { seasonRegistrations, substituteAsks, substituteCalls, teamSessions } from './schema.ts'

/**
 * Starts to look for substitutes where the people of a season lose seats. `lost` has rows of `eventId`, `userId`, and `seats`: how many
 * seats are held once one substitute has come.
 */
export const openSubstituteCalls = (lost: SQL, now: number): SQL =>
  insertSelect(
    substituteCalls,
    { eventId: teamSessions.eventId, seats: sql`lost.seats`, nextWaveAt: now },
    sql`FROM (${lost}) lost CROSS JOIN ${teamSessions} ON ${teamSessions.eventId} = lost.eventId
      WHERE (EXISTS (SELECT 1 FROM ${seasonRegistrations}
          WHERE ${seasonRegistrations.seasonId} = ${teamSessions.seasonId} AND ${seasonRegistrations.userId} = lost.userId)
        OR EXISTS (SELECT 1 FROM ${substituteAsks}
          WHERE ${substituteAsks.eventId} = lost.eventId AND ${substituteAsks.userId} = lost.userId AND ${substituteAsks.answer} = 'yes'))
      ${onConflictUpdate(substituteCalls, ['eventId'], {
        seats: sql`max(${substituteCalls.seats}, ${excluded(substituteCalls.seats)})`,
        nextWaveAt: excluded(substituteCalls.nextWaveAt),
      })}`,
  )
