import { type SQL, sql } from 'drizzle-orm'
import { checkInLeadTime } from '../../domain/events/check-in-rules.ts'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** In a statement: whether a host has checked the person in at a game that takes place there now. */
export const isCheckedInToGameAt = (placeId: string, userId: string, now: number): SQL => sql`
  EXISTS (SELECT 1 FROM ${events} ${e} CROSS JOIN ${joiners} ${j} ON ${j.eventId} = ${e.id} AND ${j.userId} = ${userId}
      AND ${j.state} = 'going' AND ${j.arrived} > 0
    WHERE ${e.placeId} = ${placeId} AND ${e.startsAt} BETWEEN ${now - maxDurationMinutes * minute} AND ${now + checkInLeadTime} AND ${e.endsAt} > ${now}
      AND ${e.state} = 'published')`
