import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** The game from which somebody asks about its series. */
export const opened = alias(events, 'opened')

/** Whether event `e` is a date of the same series as `opened`, for the same people: a link to one date opens no date that others cannot find. */
export const isSameSeries = sql`(${e.seriesId} = ${opened.seriesId} AND ${e.visibility} = ${opened.visibility} AND ${e.teamId} IS ${opened.teamId})`
