import { sql } from 'drizzle-orm'
import { isActive } from '../../domain/events/states.ts'
import {
  type GameTab,
  type MyGame,
  type MyGamesPage,
  type MyMonth,
  maxGamesInMonth,
  myGamesPageSize,
} from '../../domain/my-games/contract.ts'
import { monthRange } from '../../domain/my-games/months.ts'
import { fromOwnGames, fromOwnGamesBetween, fromSavedGames, ownGameFields } from '../events/own-games.ts'
import { StartCursor, toCard } from '../events/queries.ts'
import { game } from '../events/shared.ts'
import { selectGamesAsGuest } from '../orders/guest-seats.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, type RowOfShape, selectFields, selectLeftJoined } from '../platform/row-query.ts'

type Row = RowOfShape<ReturnType<typeof ownGameFields>>
type Asked = { userId: string; tab: GameTab; now: number }

const toMyGame = ({ isHost, position, again, ...row }: Row, tab: GameTab, now: number): MyGame => ({
  ...toCard(row, now),
  isHost,
  // Nobody else has a game in these tabs without a seat of their own.
  isGuest: hasGuestGames(tab) && !isHost && !isActive(row.mine),
  position,
  again,
})

/** Whether the tab has the games in which a person plays as a guest of a friend. */
const hasGuestGames = (tab: GameTab): boolean => tab === 'next' || tab === 'past'
const guestGamesIn = (tab: GameTab, userId: string) => (hasGuestGames(tab) ? selectGamesAsGuest(userId) : undefined)

/** One page of a person's games. It reads little more than it shows: `npm run bench -- my-games-rows-read`. */
export async function listMyGames(
  db: Database,
  { userId, tab, now, cursor }: Asked & { cursor: string | undefined },
): Promise<MyGamesPage> {
  const after = readCursor(StartCursor, cursor)
  const fields = ownGameFields(userId, tab, now)
  const size = myGamesPageSize
  if (tab === 'saved') {
    const where = sql`${game.endsAt} > ${now} ${after ? sql`AND (${game.startsAt}, ${game.id}) > (${after[0]}, ${after[1]})` : sql``}`
    const { page, next } = cutPage(await readAll(db, selectFields(fields, fromSavedGames(userId, { where, size }))), size, toKeys)
    return { games: page.map((row) => toMyGame(row, tab, now)), next }
  }
  const rows = await readAll(
    db,
    selectLeftJoined(
      { mineStart: computed(sql`mine.start`, asNumber), mineId: computed(sql`mine.id`, asText) },
      fields,
      fromOwnGames(userId, tab, { now, after, size, more: guestGamesIn(tab, userId) }),
    ),
  )
  const { page, next } = cutPage(rows, size, ({ mineStart, mineId }) => [mineStart, mineId])
  return { games: page.flatMap(({ joined }) => (joined ? [toMyGame(joined, tab, now)] : [])), next }
}

const toKeys = ({ startsAt, id }: Row): [number, string] => [startsAt, id]

/** The games of one month. In the calendar, the tabs of next and past games are one. */
export async function listMyMonth(db: Database, { userId, tab, now, month }: Asked & { month: string }): Promise<MyMonth> {
  const { from, to } = monthRange(month)
  const size = maxGamesInMonth
  const fields = ownGameFields(userId, 'next', now)
  const rows = await readAll(
    db,
    selectFields(
      fields,
      tab === 'saved'
        ? fromSavedGames(userId, { where: sql`${game.startsAt} >= ${from} AND ${game.startsAt} < ${to}`, size })
        : fromOwnGamesBetween(userId, tab === 'past' ? 'next' : tab, now, { from, to, size, more: guestGamesIn(tab, userId) }),
    ),
  )
  return { games: rows.slice(0, size).map((row) => toMyGame(row, tab, now)), isCut: rows.length > size }
}
