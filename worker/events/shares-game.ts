import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { events, joiners } from './schema.ts'

const recentSeconds = 90 * 24 * 60 * 60
const fewGames = 3
const maxGamesChecked = 12

/**
 * A condition: both people have a seat in the same upcoming game, or played in the same game in the last 90 days by the database's
 * clock. It checks the games of the other person if they have fewer than three, otherwise the viewer's last twelve. The index
 * holds the lists of games; the states are read only for games that both are in.
 */
export const sharesGame = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (${gamesOf(personId)} LIMIT ${fewGames})) < ${fewGames},
    ${wasInGameOf(personId, viewerId)}, ${wasInGameOf(viewerId, personId)})`

const gamesOf = (userId: string): SQL =>
  sql`SELECT ${joiners.eventId} AS eventId FROM ${joiners}
    WHERE ${joiners.userId} = ${userId} AND ${joiners.startsAt} > (unixepoch() - ${recentSeconds}) * 1000`

const wasInGameOf = (oneId: string, otherId: string): SQL => {
  const [one, other, e] = [alias(joiners, 'one'), alias(joiners, 'other'), alias(events, 'e')]
  const isGoing = (joiner: typeof one | typeof other) => sql`${joiner.state} = 'going' AND NOT ${joiner.isNoShow}`
  return sql`EXISTS (SELECT 1 FROM (${gamesOf(oneId)} ORDER BY ${joiners.startsAt} DESC LIMIT ${maxGamesChecked}) g
    CROSS JOIN ${joiners} ${other} ON ${other.eventId} = g.eventId AND ${other.userId} = ${otherId} AND ${isGoing(other)}
    CROSS JOIN ${joiners} ${one} ON ${one.eventId} = g.eventId AND ${one.userId} = ${oneId} AND ${isGoing(one)}
    CROSS JOIN ${events} ${e} ON ${e.id} = g.eventId AND ${e.state} = 'published')`
}
