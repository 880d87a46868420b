import { and, asc, eq, getTableColumns, gt, gte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxOccurrences } from '../../domain/events/form-contract.ts'
import { gameNearbyKey, gameNearbyNotice } from '../../domain/events/game-notices.ts'
import { selectMatchingSubscriptions } from '../activity-subscriptions/select-matching.ts'
import { savedSearches } from '../activity-subscriptions/shared.ts'
import { maxToldAtOnce, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { hasNotice } from '../notifications/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { isOpenTo } from './acting.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

type Delivery = Rendered['deliveries'][number]
type Game = Awaited<ReturnType<typeof readDates>>[number]

/** The game, if everyone can find it, and the later dates of its series, the first first. */
async function readDates(db: Database, eventId: string, { now, from }: { now: number; from: number }) {
  const named = alias(events, 'named')
  const { id, seriesId, creatorId, title, activity, lat, lng, startsAt, timeZone, placeName } = getTableColumns(e)
  const selectGames = () => db.select({ id, seriesId, creatorId, title, activity, lat, lng, startsAt, timeZone, placeName }).from(e)
  const isShown = and(eq(e.state, 'published'), eq(e.visibility, 'public'), gt(e.startsAt, now), gte(e.startsAt, from))
  const ofNamed = (column: typeof named.seriesId | typeof named.startsAt) =>
    sql`(SELECT ${column} FROM ${events} ${named} WHERE ${named.id} = ${eventId})`
  const { own, later } = await runBatch(db, {
    own: selectGames().where(and(eq(e.id, eventId), isShown)),
    later: selectGames()
      .where(and(eq(e.seriesId, ofNamed(named.seriesId)), gt(e.startsAt, ofNamed(named.startsAt)), isShown))
      .orderBy(asc(e.startsAt))
      .limit(maxOccurrences),
  })
  return [...own.rows, ...later.rows]
}

/** Saved searches that find the game, by id. They are looked up by its cells, not among all. */
const listSearches = (db: Database, { startsAt, ...game }: Game, how: { after: string; limit: number }) =>
  readAll(db, select({ id: asText }, selectMatchingSubscriptions({ ...game, start: startsAt }, how)))

/** Whose searches these are, except hosts, players, people a block keeps apart from a host, and people who have this notice. */
async function listSearchers(db: Database, game: Game, searches: readonly { id: string }[]): Promise<string[]> {
  if (searches.length === 0) return []
  const s = alias(savedSearches, 's')
  const rows = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT DISTINCT ${s.userId} AS id
        FROM json_each(${JSON.stringify(searches.map(({ id }) => id))}) found CROSS JOIN ${savedSearches} ${s} ON ${s.id} = found.value
          JOIN ${events} ${e} ON ${e.id} = ${game.id}
        WHERE ${s.userId} IS NOT ${e.creatorId}
          AND NOT EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = ${s.userId})
          AND ${isOpenTo(s.userId)}
          AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${s.userId})
          AND NOT ${hasNotice(s.userId, gameNearbyKey(game))}`,
    ),
  )
  return rows.map(({ id }) => id)
}

/** Where a job stopped: the start of a date, and the last search that was looked at for it. */
const writePosition = (game: Game, lastSearch: string) => `${game.startsAt}:${lastSearch}`

function readPosition(after: string | null): { from: number; lastSearch: string } {
  const [from = '0', lastSearch = ''] = after?.split(':') ?? []
  return { from: Number(from), lastSearch }
}

export const nearbyNotices: Renderers<'event-nearby'> = {
  /** Each person is told once, of the first date that one of their searches finds. */
  'event-nearby': async ({ eventId }, { db, now, after }) => {
    const { from, lastSearch } = readPosition(after)
    const deliveries: Delivery[] = []
    const told = new Set<string>()
    let left = maxToldAtOnce
    for (const game of await readDates(db, eventId, { now, from })) {
      const searches = await listSearches(db, game, { after: game.startsAt === from ? lastSearch : '', limit: left })
      const to = (await listSearchers(db, game, searches)).filter((id) => !told.has(id))
      for (const id of to) told.add(id)
      if (to.length > 0) deliveries.push({ ...gameNearbyNotice(game), to })
      left -= searches.length
      const last = searches.at(-1)
      if (last && left === 0) return { deliveries, next: writePosition(game, last.id) }
    }
    return { deliveries }
  },
}
