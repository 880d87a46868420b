import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxNextDates } from '../../domain/events/next-dates.ts'
import { asJson, computed } from '../platform/row-query.ts'
import { hasNoBlockWithHosts } from './acting.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

const date = alias(events, 'next_date')

/** A field of event `e`: the starts of the next dates of its series that the same people may find. */
export const nextDatesField = (viewerId: string | null) =>
  computed(
    sql`(SELECT json_group_array(starts) FROM (SELECT ${date.startsAt} AS starts FROM ${events} ${date}
      WHERE ${date.seriesId} = ${e.seriesId} AND ${date.startsAt} > ${e.startsAt} AND +${date.state} = 'published'
        AND ${date.visibility} = ${e.visibility} AND ${date.teamId} IS ${e.teamId} ${viewerId === null ? sql`` : sql`AND ${hasNoBlockWithHosts(viewerId, date)}`}
      ORDER BY ${date.startsAt} LIMIT ${maxNextDates}))`,
    asJson<number[]>(),
  )
