import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { people } from '../accounts/shared.ts'
import { selectGamesPlayedAsGuest } from '../orders/guest-seats.ts'
import { inList } from '../platform/columns.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** More games than a person plays in a year. */
const maxGames = 400
/** More entries than the games of a year have. */
const maxEntries = 8000

/** The games between two times in which a person had a seat, or one in the party of a friend, and that are over. */
export const selectPlayedGames = (userId: string, { from, to, now }: { from: number; to: number; now: number }) =>
  selectFields(
    { id: e.id, startsAt: e.startsAt, endsAt: e.endsAt, timeZone: e.timeZone, activity: e.activity, placeName: e.placeName },
    sql`FROM (SELECT ${j.eventId} AS id FROM ${joiners} ${j} WHERE ${j.userId} = ${userId} AND ${j.startsAt} >= ${from} AND ${j.startsAt} < ${to}
          AND ${j.state} = 'going' AND NOT ${j.isNoShow} UNION ${selectGamesPlayedAsGuest(userId)}) mine
      CROSS JOIN ${events} ${e} ON ${e.id} = mine.id AND ${e.startsAt} >= ${from} AND ${e.startsAt} < ${to}
        AND ${e.state} = 'published' AND ${e.endsAt} <= ${now}
      ORDER BY ${e.startsAt} DESC, ${e.id} DESC LIMIT ${maxGames}`,
  )

const [other, person] = [alias(joiners, 'other'), alias(people, 'person')]

/** Who played in these games besides the person, most often first: how many people, and in how many games with the first. */
export const selectFellowPlayers = (userId: string, gameIds: readonly string[]) =>
  selectFields(
    { id: person.id, games: computed(sql`count(*)`, asNumber), people: computed(sql`count(*) OVER ()`, asNumber) },
    sql`FROM (SELECT ${other.userId} FROM ${joiners} ${other} WHERE ${inList(other.eventId, gameIds)} AND ${other.state} = 'going' AND NOT ${other.isNoShow}
          AND ${other.userId} IS NOT NULL AND ${other.userId} <> ${userId} LIMIT ${maxEntries}) ${other}
      JOIN ${people} ${person} ON ${person.id} = ${other.userId} AND ${person.deletedAt} IS NULL
      WHERE ${hasNoBlock(userId, person.id)} GROUP BY ${person.id} ORDER BY count(*) DESC, ${person.id} LIMIT 1`,
  )
