import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { type Interval, minute } from '../../domain/time/spans.ts'
import { events, joiners } from './schema.ts'

const own = alias(joiners, 'own')
const joined = alias(events, 'joined')

/** Nobody plays more games than this in the few weeks that are asked for. */
const maxGames = 200

/** The games that a person is going to, as a JSON list of [start, end]. It does not say which games these are. */
export const selectBusyTimes = (person: SQLWrapper, { start, end }: Interval): SQL =>
  sql`(SELECT json_group_array(json_array(startsAt, endsAt)) FROM (
    SELECT ${joined.startsAt} AS startsAt, ${joined.endsAt} AS endsAt
    FROM ${joiners} ${own} CROSS JOIN ${events} ${joined}
      ON ${joined.id} = ${own.eventId} AND ${joined.state} = 'published' AND ${joined.endsAt} > ${start}
    WHERE ${own.userId} = ${person} AND ${own.state} = 'going'
      AND ${own.startsAt} > ${start - maxDurationMinutes * minute} AND ${own.startsAt} < ${end}
    ORDER BY ${own.startsAt} LIMIT ${maxGames}))`
