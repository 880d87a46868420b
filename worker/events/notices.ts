import { and, eq, sql } from 'drizzle-orm'
import { gameCancelledNotice, gameChangedNotice, gameReminderNotice, gameUpdateNotice } from '../../domain/events/game-notices.ts'
import { activeStates, type JoinerState, type ReminderKind } from '../../domain/events/states.ts'
import type { NoticeContent } from '../../domain/notifications/contract.ts'
import { maxNotifiedAtOnce, noDeliveries, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { nearbyNotices } from './nearby-notices.ts'
import { eventUpdates, joiners } from './schema.ts'
import { e, j } from './tables.ts'

const gameColumns = { id: e.id, title: e.title, state: e.state, startsAt: e.startsAt, timeZone: e.timeZone, placeName: e.placeName }

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

type PlayerNotices = { notices: readonly { eventId: string; words: NoticeContent | null }[]; to: Players }
/** Which players get a notice. Guests without an account cannot be notified. */
type Players = { states: readonly JoinerState[]; skipNoShows?: boolean }

/**
 * Delivers each notice to the players of its game, up to the maximum of one job. A notice without words is skipped. It still keeps
 * its index, because `after` holds an index in this list and a player.
 */
async function notifyPlayers({ notices, to }: PlayerNotices, { db, after }: { db: Database; after: string | null }): Promise<Rendered> {
  const [index = '0', lastId = ''] = after?.split(':') ?? []
  const games = JSON.stringify(notices.map(({ eventId, words }) => words && eventId))
  const players = await readAll(
    db,
    select(
      { index: asNumber, id: asText },
      sql`SELECT game.key AS "index", ${j.userId} AS id
        FROM json_each(${games}) game CROSS JOIN ${joiners} ${j} ON ${j.eventId} = game.value AND ${j.userId} > iif(game.key = ${Number(index)}, ${lastId}, '')
        WHERE game.key >= ${Number(index)} AND ${j.userId} IS NOT NULL AND ${inList(j.state, to.states)} ${to.skipNoShows ? sql`AND NOT ${j.isNoShow}` : sql``}
        ORDER BY game.key, ${j.userId} LIMIT ${maxNotifiedAtOnce}`,
    ),
  )
  const deliveries = [...Map.groupBy(players, (player) => player.index)].flatMap(([key, playersOfGame]) => {
    const words = notices[key]?.words
    return words ? [{ ...words, to: playersOfGame.map(({ id }) => id) }] : []
  })
  const last = players.at(-1)
  return { deliveries, next: last && players.length === maxNotifiedAtOnce ? `${last.index}:${last.id}` : undefined }
}

const everyone: Players = { states: activeStates }

type Kinds = 'event-changed' | 'event-cancelled' | 'event-update' | 'event-reminder' | 'event-nearby'

export const gameNotices: Renderers<Kinds> = {
  ...nearbyNotices,
  'event-changed': async ({ eventId, version }, context) => {
    const game = await readFirst(context.db, selectGame(context.db, eventId))
    if (!game || !isUpcoming(game, context.now)) return noDeliveries
    return notifyPlayers({ notices: [{ eventId, words: gameChangedNotice(game, version) }], to: everyone }, context)
  },
  'event-cancelled': async ({ eventId, version }, context) => {
    const game = await readFirst(context.db, selectGame(context.db, eventId))
    if (game?.state !== 'cancelled') return noDeliveries
    const words = gameCancelledNotice(game, { version, reason: game.cancelReason })
    return notifyPlayers({ notices: [{ eventId, words }], to: everyone }, context)
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
    return notifyPlayers({ notices: [{ eventId, words: gameUpdateNotice(game, { id: updateId, authorId, text }) }], to: everyone }, context)
  },
  'event-reminder': async ({ what: kind, events: remindedEvents }, context) => {
    const { db, now } = context
    const ids = remindedEvents.map(({ eventId }) => eventId)
    const games = new Map((await readAll(db, db.select(gameColumns).from(e).where(inList(e.id, ids)))).map((game) => [game.id, game]))
    const notices = remindedEvents.map(({ eventId, startsAt }) => {
      const game = games.get(eventId)
      return { eventId, words: game && isDue(kind, game, { startsAt, now }) ? gameReminderNotice(kind, game) : null }
    })
    return notifyPlayers({ notices, to: { states: ['going'], skipNoShows: kind === 'feedback' } }, context)
  },
}
