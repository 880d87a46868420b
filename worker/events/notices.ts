import { and, eq, sql } from 'drizzle-orm'
import { gameCancelledNotice, gameChangedNotice, gameReminderNotice, gameUpdateNotice } from '../../domain/events/game-notices.ts'
import { activeStates, type JoinerState, type ReminderKind } from '../../domain/events/states.ts'
import type { NoticeWords } from '../../domain/notifications/contract.ts'
import { maxToldAtOnce, nothing, type Rendered, type Renderers } from '../notifications/renderer.ts'
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

const isComing = ({ state, startsAt }: Game, now: number) => state === 'published' && startsAt > now

/** Skip reminders for an outdated start time, and of games that have begun or were cancelled. */
const isDue = (what: ReminderKind, game: Game, { startsAt, now }: { startsAt: number; now: number }) =>
  game.startsAt === startsAt && (what === 'howWasIt' ? game.state === 'published' : isComing(game, now))

type Telling = { notices: readonly { eventId: string; words: NoticeWords | null }[]; to: Players }
/** Guests and people without an account cannot be told. */
type Players = { states: readonly JoinerState[]; areNoShowsLeftOut?: boolean }

/**
 * Delivers each notice to the players of its game, as many as one job tells. A notice without words is skipped: it keeps its place,
 * because `after` is a place in this list and a player.
 */
async function tellPlayers({ notices, to }: Telling, { db, after }: { db: Database; after: string | null }): Promise<Rendered> {
  const [index = '0', lastId = ''] = after?.split(':') ?? []
  const games = JSON.stringify(notices.map(({ eventId, words }) => words && eventId))
  const players = await readAll(
    db,
    select(
      { index: asNumber, id: asText },
      sql`SELECT game.key AS "index", ${j.userId} AS id
        FROM json_each(${games}) game CROSS JOIN ${joiners} ${j} ON ${j.eventId} = game.value AND ${j.userId} > iif(game.key = ${Number(index)}, ${lastId}, '')
        WHERE game.key >= ${Number(index)} AND ${j.userId} IS NOT NULL AND ${inList(j.state, to.states)} ${to.areNoShowsLeftOut ? sql`AND NOT ${j.isNoShow}` : sql``}
        ORDER BY game.key, ${j.userId} LIMIT ${maxToldAtOnce}`,
    ),
  )
  const deliveries = [...Map.groupBy(players, (player) => player.index)].flatMap(([key, of]) => {
    const words = notices[key]?.words
    return words ? [{ ...words, to: of.map(({ id }) => id) }] : []
  })
  const last = players.at(-1)
  return { deliveries, next: last && players.length === maxToldAtOnce ? `${last.index}:${last.id}` : undefined }
}

const everyone: Players = { states: activeStates }

type Kinds = 'event-changed' | 'event-cancelled' | 'event-update' | 'event-reminder' | 'event-nearby'

export const gameNotices: Renderers<Kinds> = {
  ...nearbyNotices,
  'event-changed': async ({ eventId, version }, context) => {
    const game = await readFirst(context.db, selectGame(context.db, eventId))
    if (!game || !isComing(game, context.now)) return nothing
    return tellPlayers({ notices: [{ eventId, words: gameChangedNotice(game, version) }], to: everyone }, context)
  },
  'event-cancelled': async ({ eventId, version }, context) => {
    const game = await readFirst(context.db, selectGame(context.db, eventId))
    if (game?.state !== 'cancelled') return nothing
    const words = gameCancelledNotice(game, { version, reason: game.cancelReason })
    return tellPlayers({ notices: [{ eventId, words }], to: everyone }, context)
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
    if (!update) return nothing
    const { authorId, text, ...game } = update
    return tellPlayers({ notices: [{ eventId, words: gameUpdateNotice(game, { id: updateId, authorId, text }) }], to: everyone }, context)
  },
  'event-reminder': async ({ what, events: reminded }, context) => {
    const { db, now } = context
    const ids = reminded.map(({ eventId }) => eventId)
    const games = new Map((await readAll(db, db.select(gameColumns).from(e).where(inList(e.id, ids)))).map((game) => [game.id, game]))
    const notices = reminded.map(({ eventId, startsAt }) => {
      const game = games.get(eventId)
      return { eventId, words: game && isDue(what, game, { startsAt, now }) ? gameReminderNotice(what, game) : null }
    })
    return tellPlayers({ notices, to: { states: ['going'], areNoShowsLeftOut: what === 'howWasIt' } }, context)
  },
}
