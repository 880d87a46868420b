import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { selectFields } from '../platform/row-query.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

const mine = alias(joiners, 'mine')
const other = alias(events, 'other')

const maxOverlapsShown = 3

/** Other games that this person is going to while the event takes place. They are not refused, only warned. */
export const selectOverlaps = (userId: string, eventId: SQL) =>
  selectFields(
    { id: other.id, title: other.title, startsAt: other.startsAt, endsAt: other.endsAt, timeZone: other.timeZone },
    sql`FROM ${events} ${e} CROSS JOIN ${joiners} ${mine} ON ${mine.userId} = ${userId} AND ${mine.state} = 'going' AND ${mine.eventId} <> ${e.id}
          AND ${mine.startsAt} > ${e.startsAt} - ${maxDurationMinutes * minute} AND ${mine.startsAt} < ${e.endsAt}
        CROSS JOIN ${events} ${other} ON ${other.id} = ${mine.eventId} AND ${other.state} = 'published' AND ${other.endsAt} > ${e.startsAt}
      WHERE ${e.id} = ${eventId} ORDER BY ${other.startsAt}, ${other.id} LIMIT ${maxOverlapsShown}`,
  )
