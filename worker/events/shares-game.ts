import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { events, joiners } from './schema.ts'

const lately = 90 * 24 * 60 * 60
const fewGames = 3
const maxGamesAsked = 12

/**
 * In a statement: both go to one game to come, or went to one of the last months by the database's own clock. It checks the games
 * of the other person if they have few, otherwise the viewer's last dozen. The index holds what is asked; whether both go is read
 * only where both are on a list.
 */
export const sharesGame = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (${gamesOf(personId)} LIMIT ${fewGames})) < ${fewGames},
    ${wasInGameOf(personId, viewerId)}, ${wasInGameOf(viewerId, personId)})`

const gamesOf = (userId: string): SQL =>
  sql`SELECT ${joiners.eventId} AS eventId FROM ${joiners}
    WHERE ${joiners.userId} = ${userId} AND ${joiners.startsAt} > (unixepoch() - ${lately}) * 1000`

const wasInGameOf = (oneId: string, otherId: string): SQL => {
  const [one, other, e] = [alias(joiners, 'one'), alias(joiners, 'other'), alias(events, 'e')]
  const isGoing = (joiner: typeof one | typeof other) => sql`${joiner.state} = 'going' AND NOT ${joiner.isNoShow}`
  return sql`EXISTS (SELECT 1 FROM (${gamesOf(oneId)} ORDER BY ${joiners.startsAt} DESC LIMIT ${maxGamesAsked}) g
    CROSS JOIN ${joiners} ${other} ON ${other.eventId} = g.eventId AND ${other.userId} = ${otherId} AND ${isGoing(other)}
    CROSS JOIN ${joiners} ${one} ON ${one.eventId} = g.eventId AND ${one.userId} = ${oneId} AND ${isGoing(one)}
    CROSS JOIN ${events} ${e} ON ${e.id} = g.eventId AND ${e.state} = 'published')`
}
