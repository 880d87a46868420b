import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type FamiliarPeople, maxFamiliarPeople } from '../../domain/events/familiar-contract.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectConnected } from '../connections/queries.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { invitee, isInvited, mayBeInvited } from './invite.ts'
import { selectNewestGames } from './own-games.ts'
import { events, joiners } from './schema.ts'
import { e } from './tables.ts'

/** How many people of the last game, and how many connections, are looked at. */
const maxRead = 100

const past = alias(events, 'past')
const other = alias(joiners, 'other')

/** Among how many of the person's newest games we look for the last one of this kind. */
const maxGamesRead = 50

/** The last game that the person played or hosted in the series, the community or with the host of event `e`. */
const selectLastGame = (userId: string, now: number): SQL => sql`
  (SELECT ${past.id} FROM (${selectNewestGames(userId, now, maxGamesRead)}) mine CROSS JOIN ${events} ${past} ON ${past.id} = mine.id
    WHERE ${past.id} <> ${e.id} AND (${past.seriesId} = ${e.seriesId} OR ${past.teamId} = ${e.teamId} OR ${past.creatorId} = ${e.creatorId})
    ORDER BY mine.start DESC, mine.id DESC LIMIT 1)`

/**
 * The people who were in the last game of this kind that the person played or hosted, then their connections, as far as they can be invited. Whoever is in the game or
 * was invited is left out.
 */
export async function listFamiliarPeople(
  db: Database,
  { userId, eventId, now }: { userId: string; eventId: string; now: number },
): Promise<FamiliarPeople> {
  const lastPlayers = sql`SELECT ${other.userId} AS id, 0 AS place, 0 AS rank FROM ${joiners} ${other}
    WHERE ${other.eventId} = (SELECT ${selectLastGame(userId, now)} FROM ${events} ${e} WHERE ${e.id} = ${eventId})
      AND ${other.state} = 'going' AND NOT ${other.isNoShow} AND ${other.userId} IS NOT NULL LIMIT ${maxRead}`
  const rows = await readAll(
    db,
    selectFields(
      { ...faceColumnsOf(invitee), hasPlayedLast: computed(sql`min(known.place) = 0`, asBoolean) },
      sql`FROM (SELECT * FROM (${lastPlayers}) UNION ALL SELECT connected.id, 1, connected.rank FROM (${selectConnected(userId, maxRead)}) connected) known
          CROSS JOIN ${people} ${invitee} ON ${invitee.id} = known.id CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId}
        WHERE ${mayBeInvited(userId)} AND NOT ${isInvited}
        GROUP BY ${invitee.id} ORDER BY min(known.place), min(known.rank), ${invitee.id} LIMIT ${maxFamiliarPeople}`,
    ),
  )
  return { people: rows.map(({ hasPlayedLast, ...face }) => ({ person: toFace(face), hasPlayedLast })) }
}
