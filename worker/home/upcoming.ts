import { sql } from 'drizzle-orm'
import { groupSeries } from '../../domain/events/keep-first-of-series.ts'
import { isActive } from '../../domain/events/states.ts'
import { type HomeUpcoming, maxHomeList, maxOtherGames } from '../../domain/home/contract.ts'
import { toFace } from '../accounts/faces.ts'
import { isHostOf } from '../events/acting.ts'
import { selectJoiners } from '../events/find-event.ts'
import { fromOwnGames } from '../events/own-games.ts'
import { cardFields, toCard } from '../events/queries.ts'
import { selectExternalGames, toExternalGame } from '../external-teams/queries.ts'
import { selectGamesAsGuest } from '../orders/guest-seats.ts'
import { isIndoor } from '../places/is-indoor.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, computed, orNull, select, selectFields } from '../platform/row-query.ts'

/** A series is one row of the list, so more games are read than the list has rows. The page My games has the others. */
const maxGamesRead = 16

/** The card shows this many faces at most, and a number for the others. */
const maxFaces = 6

/** By start. Sorting here spares the database a second list of the same rows. */
const sortByStart = <Row extends { startsAt: number; id: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))

/** One round trip returns the games, the faces, whether the first game is indoors, and games of other sites. Cancelled games are left out. */
export async function findUpcoming(db: Database, userId: string, now: number): Promise<HomeUpcoming> {
  const fields = { ...cardFields(userId), isHost: computed(isHostOf(userId), asBoolean) }
  const mine = selectFields(
    fields,
    fromOwnGames(userId, 'next', { now, after: null, size: maxGamesRead, more: selectGamesAsGuest(userId) }),
  )
  const { upcoming, others } = await runBatch(db, {
    others: selectExternalGames(userId, { now, limit: maxOtherGames }),
    upcoming: select(
      { ...fields, faces: asJson<Parameters<typeof toFace>[0][]>(), isIndoor: orNull(asBoolean) },
      sql`WITH mine AS MATERIALIZED (${mine.query}),
      next AS MATERIALIZED (SELECT id FROM mine WHERE +state = 'published' ORDER BY startsAt, id LIMIT 1),
      people AS MATERIALIZED (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey)) AS list
        FROM (${selectJoiners(userId, sql`(SELECT id FROM next)`, { limit: maxFaces }).query}) WHERE id IS NOT NULL AND id <> ${userId})
      SELECT mine.*, iif(id = (SELECT id FROM next), (SELECT list FROM people), '[]') AS faces,
          iif(id = (SELECT id FROM next), ${isIndoor(sql`mine.placeId`)}, NULL) AS isIndoor FROM mine WHERE state = 'published'`,
    ),
  })
  const rows = sortByStart(upcoming.rows)
  const cards = rows.map(({ faces: _, isIndoor: __, isHost, ...row }) => {
    // Somebody may have left their seat and still host the game. Who has no seat and is no host has paid for one in the party of a friend.
    const mine = isActive(row.mine) ? row.mine : null
    return { ...toCard(row, now), mine, isGuest: mine === null && !isHost }
  })
  // Someone who plays on one date of a series and waits for another must see both.
  return {
    events: groupSeries(cards, ({ mine, isGuest }) => `${mine} ${isGuest}`).slice(0, maxHomeList),
    faces: (rows[0]?.faces ?? []).map(toFace),
    isIndoor: rows[0]?.isIndoor ?? null,
    otherGames: others.rows.map(toExternalGame),
  }
}
