import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type DiscoverPage, discoverPageSize } from '../../domain/discover/contract.ts'
import { asksMore, matchesFilters } from '../../domain/discover/match-event.ts'
import { explainEvents, type Looker, rankEvents } from '../../domain/discover/rank-events.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { hour } from '../../domain/time/spans.ts'
import { toAvailability } from '../availability/queries.ts'
import { playTimes } from '../availability/shared.ts'
import { type CardRow, cardFields, toCard } from '../events/queries.ts'
import { game, games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, orNull, type RowOf, select, selectLeftJoined } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { asksOfHosts, type Discovery, mayFind, selectSpots } from './select-spots.ts'

/** How many games one answer looks at: more where each has to be asked whether it fits, and where the best of them are put first. */
const lookedAt = { page: discoverPageSize + 1, best: 41, filtered: 201 }

const StartCursor = v.tuple([v.number(), v.string()])
type Found = { spotStart: number; spotId: string; joined: CardRow | null }

/** A date of the calendar is over last in the far west and begins first in the far east. */
const earliestOn = (date: string) => Date.parse(`${date}T00:00:00Z`) - 14 * hour
const latestOn = (date: string) => Date.parse(`${date}T24:00:00Z`) + 12 * hour

/** Games in a view that the viewer may find, in one round trip. Those that have begun stand in the index by their time before zero, the last first. */
export async function discoverEvents(db: Database, viewerId: string | null, search: Discovery): Promise<DiscoverPage> {
  const { filters, order, isPast, now } = search
  const after = readCursor(StartCursor, search.cursor)
  const limit = asksMore(filters) || asksOfHosts(search) ? lookedAt.filtered : order === 'best' && !isPast ? lookedAt.best : lookedAt.page
  const earliest = Math.max(now, filters.from === null ? now : earliestOn(filters.from))
  const range = isPast
    ? {
        from: filters.to === null ? -now : Math.max(-now, -latestOn(filters.to)),
        to: filters.from === null ? 0 : -earliestOn(filters.from),
      }
    : { from: earliest, ...(filters.to === null ? {} : { to: latestOn(filters.to) }) }
  const spots = selectSpots(viewerId, search, { ...range, after: after && { start: after[0], id: after[1] }, limit })
  const { found, mine } = await runBatch(db, {
    // A game that is not there for this viewer leaves its place in the order empty, so that the next page knows where to go on.
    found: selectLeftJoined(
      { spotStart: computed(sql`spot.start`, asNumber), spotId: computed(sql`spot.id`, asText) },
      cardFields(viewerId),
      sql`FROM (${spots}) spot LEFT JOIN ${games} ${game} ON ${game.id} = spot.id AND ${game.state} = 'published' AND ${mayFind(viewerId, search)}
        ORDER BY spot.start, spot.id`,
    ),
    mine: viewerId === null ? [] : [selectLooker(viewerId)],
  })
  const looker = readLooker(mine[0]?.rows[0])
  const { rows } = found
  const isBest = order === 'best' && !isPast
  const { events, read } = takeFitting(rows.slice(0, limit - 1), search, isBest ? lookedAt.best - 1 : discoverPageSize)
  const { next } = cutPage(rows, read, ({ spotStart, spotId }) => [spotStart, spotId])
  return { events: isBest ? rankEvents(events, looker, now) : explainEvents(events, looker), next }
}

/** Goes through the rows until enough fit, and says how many that took. */
function takeFitting(rows: readonly Found[], { center, filters }: Discovery, most: number) {
  const events: (ReturnType<typeof toCard> & { miles: number | null })[] = []
  let read = 0
  for (const { joined } of rows) {
    if (events.length === most) break
    read += 1
    if (!joined) continue
    const card = toCard(joined)
    const miles = center && milesBetween(center, card.where)
    if (!matchesFilters(card, filters) || (filters.radius !== null && miles !== null && miles > filters.radius)) continue
    events.push({ ...card, miles: miles === null ? null : Math.round(miles * 10) / 10 })
  }
  return { events, read }
}

const selectLooker = (viewerId: string) =>
  select(
    {
      activities: orNull(playerProfiles.activities),
      timeZone: orNull(playTimes.timeZone),
      weekly: orNull(playTimes.weekly),
      dates: orNull(playTimes.dates),
    },
    sql`SELECT (SELECT ${playerProfiles.activities} FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${viewerId}) AS activities,
        ${playTimes.timeZone} AS timeZone, ${playTimes.weekly} AS weekly, ${playTimes.dates} AS dates
      FROM (SELECT 1) LEFT JOIN ${playTimes} ON ${playTimes.userId} = ${viewerId}`,
  )

const readLooker = (row: RowOf<ReturnType<typeof selectLooker>> | undefined): Looker =>
  row ? { activities: row.activities ?? [], availability: toAvailability(row) } : { activities: [], availability: null }
