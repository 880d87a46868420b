import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { isVisibleTo } from './acting.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

type Asked = { viewerId: string; now: number }

/** A published game that is not over. */
const isCurrent = (now: number): SQL => sql`${e.state} = 'published' AND ${e.endsAt} > ${now}`

/** The game itself, if it is not over. */
export const selectIfCurrent = (eventId: string, { viewerId, now }: Asked): SQL =>
  sql`(SELECT ${e.id} FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isCurrent(now)} AND ${isVisibleTo(viewerId)})`

/** The next game of a community that the viewer can see, or the one that runs now. */
export const selectNextOfTeam = (teamId: SQLWrapper | string, { viewerId, now }: Asked): SQL =>
  sql`(SELECT ${e.id} FROM ${events} ${e}
    WHERE ${e.teamId} = ${teamId} AND ${e.startsAt} > ${now - maxDurationMinutes * minute} AND ${isCurrent(now)} AND ${isVisibleTo(viewerId)}
    ORDER BY ${e.startsAt}, ${e.id} LIMIT 1)`
