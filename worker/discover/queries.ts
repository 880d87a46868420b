import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type DiscoverPage, discoverPageSize } from '../../domain/discover/contract.ts'
import { needsEventCheck } from '../../domain/discover/match-event.ts'
import { explainEvents, rankEvents, type ViewerInterests } from '../../domain/discover/rank-events.ts'
import { toAvailability } from '../availability/queries.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { orNull, type RowOf, select } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { type CandidateRow, type CardWithMiles, selectGames, toMatchingCard } from './read-games.ts'
import { type EventSearch, needsHostGameCheck } from './select-candidates.ts'

/** How many games one request reads. More if each must be checked against the filters, or if the best must be found. */
const rowLimits = { page: discoverPageSize + 1, best: 41, filtered: 201 }

const StartCursor = v.tuple([v.number(), v.string()])

/** Games that the viewer may find, in one round trip. */
export async function discoverEvents(db: Database, viewerId: string | null, search: EventSearch): Promise<DiscoverPage> {
  const { filters, order, isPast, now } = search
  const after = readCursor(StartCursor, search.cursor)
  const limit =
    needsEventCheck(filters) || needsHostGameCheck(search)
      ? rowLimits.filtered
      : order === 'best' && !isPast
        ? rowLimits.best
        : rowLimits.page
  const { found, ownInterests } = await runBatch(db, {
    found: selectGames(viewerId, search, { after: after && { start: after[0], id: after[1] }, limit }),
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
function takeMatching(rows: readonly CandidateRow[], search: EventSearch, maxCount: number) {
  const events: CardWithMiles[] = []
  let read = 0
  for (const row of rows) {
    if (events.length === maxCount) break
    read += 1
    const card = toMatchingCard(row, search)
    if (card) events.push(card)
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
