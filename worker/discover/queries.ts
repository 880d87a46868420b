import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type DiscoverPage, discoverPageSize } from '../../domain/discover/contract.ts'
import { matchesFilters, needsEventCheck } from '../../domain/discover/match-event.ts'
import { explainEvents, rankEvents, type ViewerInterests } from '../../domain/discover/rank-events.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { hour } from '../../domain/time/spans.ts'
import { toAvailability } from '../availability/queries.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { type CardRow, cardFields, toCard } from '../events/queries.ts'
import { game, games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, orNull, type RowOf, select, selectLeftJoined } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { canViewerFind, type EventSearch, needsHostGameCheck, selectCandidates } from './select-candidates.ts'

/** How many games one request reads. More if each must be checked against the filters, or if the best must be found. */
const rowLimits = { page: discoverPageSize + 1, best: 41, filtered: 201 }

const StartCursor = v.tuple([v.number(), v.string()])
type CandidateRow = { candidateStart: number; candidateId: string; joined: CardRow | null }

/** A date starts first in the zone UTC+14 and ends last in the zone UTC-12. */
const getEarliestStart = (date: string) => Date.parse(`${date}T00:00:00Z`) - 14 * hour
const getLatestEnd = (date: string) => Date.parse(`${date}T24:00:00Z`) + 12 * hour

/**
 * Games that the viewer may find, in one round trip. The index stores games that have started under their negative start
 * time, so the latest come first.
 */
export async function discoverEvents(db: Database, viewerId: string | null, search: EventSearch): Promise<DiscoverPage> {
  const { filters, order, isPast, now } = search
  const after = readCursor(StartCursor, search.cursor)
  const limit =
    needsEventCheck(filters) || needsHostGameCheck(search)
      ? rowLimits.filtered
      : order === 'best' && !isPast
        ? rowLimits.best
        : rowLimits.page
  const earliest = Math.max(now, filters.from === null ? now : getEarliestStart(filters.from))
  const range = isPast
    ? {
        from: filters.to === null ? -now : Math.max(-now, -getLatestEnd(filters.to)),
        to: filters.from === null ? 0 : -getEarliestStart(filters.from),
      }
    : { from: earliest, ...(filters.to === null ? {} : { to: getLatestEnd(filters.to) }) }
  const candidates = selectCandidates(viewerId, search, { ...range, after: after && { start: after[0], id: after[1] }, limit })
  const { found, ownInterests } = await runBatch(db, {
    // A game that the viewer may not see leaves an empty row, so that the cursor of the next page is right.
    found: selectLeftJoined(
      { candidateStart: computed(sql`candidate.start`, asNumber), candidateId: computed(sql`candidate.id`, asText) },
      cardFields(viewerId),
      sql`FROM (${candidates}) candidate LEFT JOIN ${games} ${game} ON ${game.id} = candidate.id AND ${game.state} = 'published' AND ${canViewerFind(viewerId, search)}
        ORDER BY candidate.start, candidate.id`,
    ),
    ownInterests: viewerId === null ? [] : [selectInterests(viewerId)],
  })
  const interests = readInterests(ownInterests[0]?.rows[0])
  const { rows } = found
  const isBest = order === 'best' && !isPast
  const { events, read } = takeMatching(rows.slice(0, limit - 1), search, isBest ? rowLimits.best - 1 : discoverPageSize)
  const { next } = cutPage(rows, read, ({ candidateStart, candidateId }) => [candidateStart, candidateId])
  return { events: isBest ? rankEvents(events, interests, now) : explainEvents(events, interests), next }
}

/** Takes rows until enough of them match the filters. `read` is the number of rows it needed. */
function takeMatching(rows: readonly CandidateRow[], { center, filters }: EventSearch, maxCount: number) {
  const events: (ReturnType<typeof toCard> & { miles: number | null })[] = []
  let read = 0
  for (const { joined } of rows) {
    if (events.length === maxCount) break
    read += 1
    if (!joined) continue
    const card = toCard(joined)
    const miles = center && milesBetween(center, card.where)
    if (!matchesFilters(card, filters) || (filters.radius !== null && miles !== null && miles > filters.radius)) continue
    events.push({ ...card, miles: miles === null ? null : Math.round(miles * 10) / 10 })
  }
  return { events, read }
}

const selectInterests = (viewerId: string) =>
  select(
    {
      activities: orNull(playerProfiles.activities),
      timeZone: orNull(sharedAvailability.timeZone),
      weekly: orNull(sharedAvailability.weekly),
      dates: orNull(sharedAvailability.dates),
    },
    sql`SELECT (SELECT ${playerProfiles.activities} FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${viewerId}) AS activities,
        ${sharedAvailability.timeZone} AS timeZone, ${sharedAvailability.weekly} AS weekly, ${sharedAvailability.dates} AS dates
      FROM (SELECT 1) LEFT JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${viewerId}`,
  )

const readInterests = (row: RowOf<ReturnType<typeof selectInterests>> | undefined): ViewerInterests =>
  row ? { activities: row.activities ?? [], availability: toAvailability(row) } : { activities: [], availability: null }
