import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { game, games } from '../events/shared.ts'
import { seasonRegistrations, teamSessions } from './schema.ts'

const own = alias(seasonRegistrations, 'own')
const other = alias(teamSessions, 'other')
const otherGame = alias(games, 'other_game')

/** In a statement about `game`: whether the person's own side of this season plays another match at that time. */
export const playsForOwnSide = (
  person: SQLWrapper | string,
  seasonId: SQLWrapper | string,
): SQL => sql`EXISTS (SELECT 1 FROM ${seasonRegistrations} ${own}
  CROSS JOIN ${teamSessions} ${other} ON ${other.homeGroupId} = ${own.groupId} OR ${other.awayGroupId} = ${own.groupId}
  CROSS JOIN ${games} ${otherGame} ON ${otherGame.id} = ${other.eventId} AND ${otherGame.state} = 'published'
    AND ${otherGame.startsAt} < ${game.endsAt} AND ${otherGame.endsAt} > ${game.startsAt}
  WHERE ${own.seasonId} = ${seasonId} AND ${own.userId} = ${person} AND ${other.eventId} <> ${game.id})`
