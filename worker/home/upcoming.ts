import { sql } from 'drizzle-orm'
import { groupSeries } from '../../domain/events/keep-first-of-series.ts'
import { activeStates } from '../../domain/events/states.ts'
import { type HomeUpcoming, maxHomeList, maxOtherGames } from '../../domain/home/contract.ts'
import { toFace } from '../accounts/faces.ts'
import { isHostOf } from '../events/acting.ts'
import { selectJoiners } from '../events/find-event.ts'
import { fromNextGames } from '../events/own-games.ts'
import { cardFields, toCard } from '../events/queries.ts'
import { e } from '../events/tables.ts'
import { selectExternalGames, toExternalGame } from '../external-teams/queries.ts'
import { selectGamesAsGuest } from '../orders/guest-seats.ts'
import { isIndoor } from '../places/is-indoor.ts'
import { runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asOneOf, computed, orNull, select, selectFields } from '../platform/row-query.ts'

/** A series is one row of the list, so more games are read than the list has rows. The page My games has the others. */
const maxGamesRead = 13

/** The card shows this many faces at most, and a number for the others. */
const maxFaces = 6

/**
 * One round trip returns the games, some players and the roof of the first one, and games of other sites. Cancelled games are left out.
 */
export async function findUpcoming(db: Database, userId: string, now: number): Promise<HomeUpcoming> {
  const fromNext = (size: number) => fromNextGames(userId, { now, size, more: selectGamesAsGuest(userId) })
  const { upcoming, first, others } = await runBatch(db, {
    others: selectExternalGames(userId, { now, limit: maxOtherGames }),
    upcoming: selectFields(
      {
        ...cardFields(userId),
        mine: computed(sql`mine.state`, orNull(asOneOf(activeStates))),
        isHost: computed(isHostOf(userId), asBoolean),
      },
      fromNext(maxGamesRead),
    ),
    first: select(
      { faces: asJson<Parameters<typeof toFace>[0][]>(), isIndoor: orNull(asBoolean) },
      sql`WITH next AS MATERIALIZED (${selectAs({ id: e.id, placeId: e.placeId }, fromNext(1))})
      SELECT (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey))
          FROM (${selectJoiners(userId, sql`(SELECT id FROM next)`, { limit: maxFaces, isByJoining: false }).query}) WHERE id IS NOT NULL AND id <> ${userId}) AS faces,
        ${isIndoor(sql`next.placeId`)} AS isIndoor FROM next`,
    ),
  })
  // Who has no seat and is no host has paid for one in the party of a friend.
  const cards = upcoming.rows.map(({ isHost, ...row }) => ({ ...toCard(row, now), isGuest: row.mine === null && !isHost }))
  const [next] = first.rows
  // Someone who plays on one date of a series and waits for another must see both.
  return {
    events: groupSeries(cards, ({ mine, isGuest }) => `${mine} ${isGuest}`).slice(0, maxHomeList),
    faces: (next?.faces ?? []).map(toFace),
    isIndoor: next?.isIndoor ?? null,
    otherGames: others.rows.map(toExternalGame),
  }
}
