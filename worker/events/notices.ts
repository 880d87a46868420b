import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { gameCancelledNotice, gameChangedNotice, gameReminderNotice, gameUpdateNotice } from '../../domain/events/game-notices.ts'
import { invitedKey } from '../../domain/events/joining-notices.ts'
import { activeStates, type JoinerState, type ReminderKind } from '../../domain/events/states.ts'
import { describeChanges, describePriceChange, describeSlotMove } from '../../domain/events/told-changes.ts'
import type { NoticeContent } from '../../domain/notifications/contract.ts'
import { maxNotifiedAtOnce, noDeliveries, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { hasNotice } from '../notifications/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, orNull, select } from '../platform/row-query.ts'
import { hasNoBlockWithHosts } from './acting.ts'
import { isUnanswered } from './invite.ts'
import { nearbyNotices } from './nearby-notices.ts'
import { eventInvites, events, eventUpdates, joiners } from './schema.ts'
import { e, j } from './tables.ts'

const gameColumns = { id: e.id, title: e.title, state: e.state, startsAt: e.startsAt, timeZone: e.timeZone, placeName: e.placeName }

const { endsAt, activity, address, lat, lng, levelMin, levelMax, leaveMinutes, pricing } = getTableColumns(e)
/** The columns of `ToldGame`, and the price. */
const toldColumns = { ...gameColumns, endsAt, activity, address, lat, lng, levelMin, levelMax, leaveMinutes, pricing }

const selectGame = (db: Database, eventId: string) =>
  db
    .select({ ...gameColumns, cancelReason: e.cancelReason })
    .from(e)
    .where(eq(e.id, eventId))

type Game = Pick<typeof e.$inferSelect, keyof typeof gameColumns>

const isUpcoming = ({ state, startsAt }: Game, now: number) => state === 'published' && startsAt > now

/** Skip reminders for an outdated start time, and for games that have started or were cancelled. */
const isDue = (kind: ReminderKind, game: Game, { startsAt, now }: { startsAt: number; now: number }) =>
  game.startsAt === startsAt && (kind === 'feedback' ? game.state === 'published' : isUpcoming(game, now))

type PlayerNotices = {
  notices: readonly { eventId: string; wordsFor: ((userId: string, state: JoinerState | null) => NoticeContent | null) | null }[]
  to: Players
}
/** Which players get a notice. Guests without an account cannot be notified. */
type Players = { states: readonly JoinerState[]; skipNoShows?: boolean; only?: readonly string[]; andInvited?: boolean }

type After = { index: number; lastId: string }

/**
 * Selects people who were told that they are invited to the games, and have not answered. With a block, a game does not exist for them.
 */
const selectInvited = (games: string, { index, lastId }: After): SQL => sql`SELECT game.key, ${eventInvites.userId}, NULL
  FROM json_each(${games}) game CROSS JOIN ${events} ${e} ON ${e.id} = game.value CROSS JOIN ${eventInvites} ON ${isUnanswered(e.id)}
    AND ${eventInvites.userId} > iif(game.key = ${index}, ${lastId}, '')
  WHERE game.key >= ${index} AND ${hasNoBlockWithHosts(eventInvites.userId)} AND ${hasNotice(eventInvites.userId, sql`${invitedKey} || ${e.id}`)}`

/**
 * Delivers each notice to the players of its game, up to the maximum of one job. A notice without words is skipped. It still keeps
 * its index, because `after` holds an index in this list and a player.
 */
async function notifyPlayers({ notices, to }: PlayerNotices, { db, after }: { db: Database; after: string | null }): Promise<Rendered> {
  const [index = '0', lastId = ''] = after?.split(':') ?? []
  const games = JSON.stringify(notices.map(({ eventId, wordsFor }) => wordsFor && eventId))
  const players = await readAll(
    db,
    select(
      { index: asNumber, id: asText, state: orNull(j.state) },
      sql`SELECT game.key AS "index", ${j.userId} AS id, ${j.state} AS state
        FROM json_each(${games}) game CROSS JOIN ${joiners} ${j} ON ${j.eventId} = game.value AND ${j.userId} > iif(game.key = ${Number(index)}, ${lastId}, '')
        WHERE game.key >= ${Number(index)} AND ${j.userId} IS NOT NULL AND ${inList(j.state, to.states)} ${to.skipNoShows ? sql`AND NOT ${j.isNoShow}` : sql``}
          ${to.only ? sql`AND ${inList(j.userId, to.only)}` : sql``}
        ${to.andInvited ? sql`UNION ALL ${selectInvited(games, { index: Number(index), lastId })}` : sql``}
        ORDER BY 1, 2 LIMIT ${maxNotifiedAtOnce}`,
    ),
  )
  const deliveries = [...Map.groupBy(players, (player) => player.index)].flatMap(([key, playersOfGame]) => {
    const wordsFor = notices[key]?.wordsFor
    if (!wordsFor) return []
    const words = playersOfGame.flatMap(({ id, state }) => {
      const ofPlayer = wordsFor(id, state)
      return ofPlayer ? [{ id, words: ofPlayer }] : []
    })
    return [...Map.groupBy(words, ({ words: { text } }) => text).values()].flatMap((same) =>
      same[0] ? [{ ...same[0].words, to: same.map(({ id }) => id) }] : [],
    )
  })
  const last = players.at(-1)
  return { deliveries, next: last && players.length === maxNotifiedAtOnce ? `${last.index}:${last.id}` : undefined }
}

const everyone: Players = { states: activeStates }

type Kinds = 'event-changed' | 'event-cancelled' | 'event-update' | 'event-reminder' | 'event-nearby'

export const gameNotices: Renderers<Kinds> = {
  ...nearbyNotices,
  'event-changed': async ({ eventId, version, before, priceBefore, slotMoves = [], moved = [] }, context) => {
    const { db, now } = context
    const game = await readFirst(db, db.select(toldColumns).from(e).where(eq(e.id, eventId)))
    if (!game || !isUpcoming(game, now)) return noDeliveries
    const changes = before ? describeChanges(before, game, now) : []
    const newPrice = describePriceChange(priceBefore, game.pricing)
    const isForAll = changes.length > 0 || !before
    const movedById = new Map(moved.map((person) => [person.userId, person]))
    const wordsFor = (userId: string, state: JoinerState | null) => {
      const person = movedById.get(userId)
      const move = person && slotMoves.find(({ from }) => from === person.from)
      const told = [move && describeSlotMove(move, person.state), ...changes, state !== 'going' && newPrice]
      const texts = told.filter((text) => typeof text === 'string')
      return texts.length > 0 || isForAll ? gameChangedNotice(game, { version, changes: texts, now }) : null
    }
    // If nothing has changed for the others, only the people of the removed slots are told, and those who have not paid yet.
    const to: Players = isForAll || newPrice !== null ? everyone : { ...everyone, only: [...movedById.keys()] }
    return notifyPlayers({ notices: [{ eventId, wordsFor }], to }, context)
  },
  'event-cancelled': async ({ eventId, version }, context) => {
    const game = await readFirst(context.db, selectGame(context.db, eventId))
    if (game?.state !== 'cancelled') return noDeliveries
    const words = gameCancelledNotice(game, { version, reason: game.cancelReason, now: context.now })
    return notifyPlayers({ notices: [{ eventId, wordsFor: () => words }], to: { ...everyone, andInvited: true } }, context)
  },
  'event-update': async ({ eventId, updateId }, context) => {
    const { db } = context
    const update = await readFirst(
      db,
      db
        .select({ ...gameColumns, authorId: eventUpdates.authorId, text: eventUpdates.text })
        .from(eventUpdates)
        .innerJoin(e, eq(e.id, eventUpdates.eventId))
        .where(and(eq(eventUpdates.id, updateId), eq(e.id, eventId))),
    )
    if (!update) return noDeliveries
    const { authorId, text, ...game } = update
    const words = gameUpdateNotice(game, { id: updateId, authorId, text, now: context.now })
    return notifyPlayers({ notices: [{ eventId, wordsFor: () => words }], to: everyone }, context)
  },
  'event-reminder': async ({ what: kind, events: remindedEvents }, context) => {
    const { db, now } = context
    const ids = remindedEvents.map(({ eventId }) => eventId)
    const games = new Map((await readAll(db, db.select(gameColumns).from(e).where(inList(e.id, ids)))).map((game) => [game.id, game]))
    const notices = remindedEvents.map(({ eventId, startsAt }) => {
      const game = games.get(eventId)
      const words = game && isDue(kind, game, { startsAt, now }) ? gameReminderNotice(kind, game, now) : null
      return { eventId, wordsFor: words && (() => words) }
    })
    return notifyPlayers({ notices, to: { states: ['going'], skipNoShows: kind === 'feedback' } }, context)
  },
}
