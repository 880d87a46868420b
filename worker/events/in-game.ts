import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { eventHosts, events, joiners } from './schema.ts'

type Id = SQLWrapper | string

// These fragments use aliases, so that they also work inside statements about the same tables.
const inGame = alias(joiners, 'in_game')
const ofGame = alias(eventHosts, 'of_game')
const theGame = alias(events, 'the_game')

export const isGoing = (eventId: Id, userId: Id): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joiners} ${inGame} WHERE ${inGame.eventId} = ${eventId} AND ${inGame.userId} = ${userId} AND ${inGame.state} = 'going')`

/** The person made the game or is a co-host of it. Managers of its community are not meant. */
export const isOwnGame = (eventId: Id, userId: Id): SQL => sql`
  (EXISTS (SELECT 1 FROM ${events} ${theGame} WHERE ${theGame.id} = ${eventId} AND ${theGame.creatorId} = ${userId})
    OR EXISTS (SELECT 1 FROM ${eventHosts} ${ofGame} WHERE ${ofGame.eventId} = ${eventId} AND ${ofGame.userId} = ${userId}))`

/** The game is not a draft, and the person goes to it or hosts it. */
export const isInGame = (eventId: Id, userId: Id): SQL => sql`
  (EXISTS (SELECT 1 FROM ${events} ${theGame} WHERE ${theGame.id} = ${eventId} AND ${theGame.state} <> 'draft')
    AND (${isGoing(eventId, userId)} OR ${isOwnGame(eventId, userId)}))`

/** Selects the id of each game from this time on in which a person is. A game can come up twice. */
export const selectGamesOf = (userId: Id, from: number): SQL => sql`
  SELECT ${inGame.eventId} AS id FROM ${joiners} ${inGame} WHERE ${inGame.userId} = ${userId} AND ${inGame.startsAt} >= ${from} AND ${inGame.state} = 'going'
  UNION SELECT ${ofGame.eventId} FROM ${eventHosts} ${ofGame} WHERE ${ofGame.userId} = ${userId} AND ${ofGame.startsAt} >= ${from}
  UNION SELECT ${theGame.id} FROM ${events} ${theGame} WHERE ${theGame.creatorId} = ${userId} AND ${theGame.startsAt} >= ${from}`

/** Selects the `userId` of everyone who goes to a game or hosts it, each once. */
export const selectPeopleInGame = (eventId: Id): SQL => sql`
  SELECT ${inGame.userId} AS userId FROM ${joiners} ${inGame}
    WHERE ${inGame.eventId} = ${eventId} AND ${inGame.userId} IS NOT NULL AND ${inGame.state} = 'going'
  UNION SELECT ${ofGame.userId} FROM ${eventHosts} ${ofGame} WHERE ${ofGame.eventId} = ${eventId}
  UNION SELECT ${theGame.creatorId} FROM ${events} ${theGame} WHERE ${theGame.id} = ${eventId} AND ${theGame.creatorId} IS NOT NULL`
