import { type SQL, sql } from 'drizzle-orm'
import { lateTime } from '../../domain/seasons/substitute-rules.ts'
import { openSubstituteCalls } from '../seasons/open-substitute-calls.ts'
import { events, joiners } from './schema.ts'
import { hasWaitlist, heldSeats } from './seats.ts'
import { e, j } from './tables.ts'

/**
 * Looks for substitutes for seats that are lost late. Put it before the statement that takes the seats of these entries away. Entries
 * on a waitlist lose nothing, and a waitlist fills the seat by itself.
 */
export const callSubstitutes = (which: SQL, now: number): SQL =>
  openSubstituteCalls(
    sql`SELECT ${j.eventId} AS eventId, ${j.userId} AS userId, ${heldSeats(null)} - ${j.seats} + 1 AS seats
      FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
      WHERE ${which} AND ${j.state} = 'going' AND ${j.startsAt} > ${now} AND ${e.state} = 'published' AND ${e.slots} = '[]'
        AND ${e.startsAt} > ${now} AND ${e.startsAt} <= ${now + lateTime} AND NOT ${hasWaitlist(null)}`,
    now,
  )
