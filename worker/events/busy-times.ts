import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { maxExternalGameLength } from '../../domain/external-teams/rules.ts'
import { type Interval, minute } from '../../domain/time/spans.ts'
import { otherGames } from '../external-teams/shared.ts'
import { selectAs } from '../platform/columns.ts'
import { events, joiners } from './schema.ts'
import { hasSeatIn } from './seat-states.ts'

const own = alias(joiners, 'own')
const joined = alias(events, 'joined')

/** Nobody plays more games than this in the few weeks that are asked for. */
const maxGames = 200

/**
 * The games that a person is going to, here and with teams of other sites, as a JSON list of [start, end]. It does not say which games
 * these are.
 */
export const selectBusyTimes = (person: SQLWrapper, window: Interval): SQL =>
  sql`(SELECT json_group_array(json_array(startsAt, endsAt)) FROM (
    SELECT * FROM (${selectOwnGames(person, window)}) UNION ALL SELECT * FROM (${selectOtherGames(person, window)})))`

const selectOwnGames = (person: SQLWrapper, { start, end }: Interval): SQL =>
  selectAs(
    { startsAt: joined.startsAt, endsAt: joined.endsAt },
    sql`FROM ${joiners} ${own} CROSS JOIN ${events} ${joined}
      ON ${joined.id} = ${own.eventId} AND ${joined.state} = 'published' AND ${joined.endsAt} > ${start}
    WHERE ${own.userId} = ${person} AND ${hasSeatIn(own)}
      AND ${own.startsAt} > ${start - maxDurationMinutes * minute} AND ${own.startsAt} < ${end}
    ORDER BY ${own.startsAt} LIMIT ${maxGames}`,
  )

const selectOtherGames = (person: SQLWrapper, { start, end }: Interval): SQL =>
  selectAs(
    { startsAt: otherGames.startsAt, endsAt: otherGames.endsAt },
    sql`FROM ${otherGames} WHERE ${otherGames.userId} = ${person} AND ${otherGames.isBusy} AND ${otherGames.endsAt} > ${start}
      AND ${otherGames.startsAt} > ${start - maxExternalGameLength} AND ${otherGames.startsAt} < ${end}
    ORDER BY ${otherGames.startsAt} LIMIT ${maxGames}`,
  )
