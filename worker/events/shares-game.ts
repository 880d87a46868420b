import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { events, joiners } from './schema.ts'

const recentSeconds = 90 * 24 * 60 * 60
const fewGames = 3
const maxGamesChecked = 12

/**
 * The start of the first game in which both people have a seat, upcoming or in the last 90 days by the database's clock; NULL if there
 * is none. It checks the games of the other person if they have fewer than three, otherwise the viewer's last twelve. The index holds
 * the lists of games; the states are read only for games that both are in. Most people share no game, so the start is only looked
 * for if there is one: to find that there is none reads fewer rows than the smallest start.
 */
export const firstSharedStart = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (${gamesOf(personId)} LIMIT ${fewGames})) < ${fewGames},
    ${firstStartIn(personId, viewerId)}, ${firstStartIn(viewerId, personId)})`

const gamesOf = (userId: string): SQL =>
  sql`SELECT ${joiners.eventId} AS eventId, ${joiners.startsAt} AS startsAt FROM ${joiners}
    WHERE ${joiners.userId} = ${userId} AND ${joiners.startsAt} > (unixepoch() - ${recentSeconds}) * 1000`

const firstStartIn = (oneId: string, otherId: string): SQL => {
  const [one, other, e] = [alias(joiners, 'one'), alias(joiners, 'other'), alias(events, 'e')]
  const isGoing = (joiner: typeof one | typeof other) => sql`${joiner.state} = 'going' AND NOT ${joiner.isNoShow}`
  const shared = sql`FROM (${gamesOf(oneId)} ORDER BY ${joiners.startsAt} DESC LIMIT ${maxGamesChecked}) g
    CROSS JOIN ${joiners} ${other} ON ${other.eventId} = g.eventId AND ${other.userId} = ${otherId} AND ${isGoing(other)}
    CROSS JOIN ${joiners} ${one} ON ${one.eventId} = g.eventId AND ${one.userId} = ${oneId} AND ${isGoing(one)}
    CROSS JOIN ${events} ${e} ON ${e.id} = g.eventId AND ${e.state} = 'published'`
  return sql`iif(EXISTS (SELECT 1 ${shared}), (SELECT min(g.startsAt) ${shared}), NULL)`
}
