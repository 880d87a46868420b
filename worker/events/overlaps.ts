import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxDurationMinutes } from '../../domain/events/form-contract.ts'
import { maxExternalGameLength } from '../../domain/external-teams/rules.ts'
import { minute } from '../../domain/time/spans.ts'
import { otherGames, otherTeams } from '../external-teams/shared.ts'
import { selectAs } from '../platform/columns.ts'
import { select } from '../platform/row-query.ts'
import { events, joiners } from './schema.ts'
import { hasSeatIn } from './seat-states.ts'
import { e } from './tables.ts'

const mine = alias(joiners, 'mine')
const other = alias(events, 'other')

const otherGame = alias(otherGames, 'other_game')
const otherTeam = alias(otherTeams, 'other_team')

const maxOverlapsShown = 3

/**
 * Other games that this person is going to while the event takes place, here or with teams of other sites. They are not refused, only
 * warned. Only for the person themselves.
 */
export const selectOverlaps = (userId: string, eventId: SQL) =>
  select(
    { id: other.id, title: other.title, startsAt: other.startsAt, endsAt: other.endsAt, timeZone: other.timeZone },
    sql`SELECT * FROM (${selectOwnOverlaps(userId, eventId)} UNION ALL ${selectExternalOverlaps(userId, eventId)})
      ORDER BY startsAt, id LIMIT ${maxOverlapsShown}`,
  )

const selectOwnOverlaps = (userId: string, eventId: SQL) =>
  selectAs(
    { id: other.id, title: other.title, startsAt: other.startsAt, endsAt: other.endsAt, timeZone: other.timeZone },
    sql`FROM ${events} ${e} CROSS JOIN ${joiners} ${mine} ON ${mine.userId} = ${userId} AND ${hasSeatIn(mine)} AND ${mine.eventId} <> ${e.id}
          AND ${mine.startsAt} > ${e.startsAt} - ${maxDurationMinutes * minute} AND ${mine.startsAt} < ${e.endsAt}
        CROSS JOIN ${events} ${other} ON ${other.id} = ${mine.eventId} AND ${other.state} = 'published' AND ${other.endsAt} > ${e.startsAt}
      WHERE ${e.id} = ${eventId}`,
  )

const selectExternalOverlaps = (userId: string, eventId: SQL) =>
  selectAs(
    {
      id: sql`${otherGame.externalTeamId} || ' ' || ${otherGame.uid} || ' ' || ${otherGame.occurrence}`,
      title: otherGame.title,
      startsAt: otherGame.startsAt,
      endsAt: otherGame.endsAt,
      timeZone: otherTeam.timeZone,
    },
    sql`FROM ${events} ${e} CROSS JOIN ${otherGames} ${otherGame} ON ${otherGame.userId} = ${userId} AND ${otherGame.isBusy}
          AND ${otherGame.startsAt} > ${e.startsAt} - ${maxExternalGameLength} AND ${otherGame.startsAt} < ${e.endsAt}
          AND ${otherGame.endsAt} > ${e.startsAt}
        CROSS JOIN ${otherTeams} ${otherTeam} ON ${otherTeam.id} = ${otherGame.externalTeamId}
      WHERE ${e.id} = ${eventId}`,
  )
