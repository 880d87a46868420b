import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type DiscoverEvent, type DiscoverPage, discoverPageSize } from '../../domain/discover/contract.ts'
import { needsEventCheck } from '../../domain/discover/match-event.ts'
import { explainEvents, rankEvents, type ViewerInterests } from '../../domain/discover/rank-events.ts'
import { hasHostFilter } from '../../domain/discover/state.ts'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import type { Interval } from '../../domain/time/spans.ts'
import { toAvailability } from '../availability/queries.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { otherGames } from '../external-teams/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import { cutPage, readCursor, writeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asJson, orNull, type RowOf, select } from '../platform/row-query.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { type CandidateRow, type CardWithMiles, type OwnShare, selectGames, selectMixedGames, toMatchingCard } from './read-games.ts'
import { type EventSearch, needsHostGameCheck } from './select-candidates.ts'

/**
 * How many games one request reads. A series is one row of the list, so we read more games than a page has rows. Many more are
 * read if each must be checked against the filters, or if the best must be found.
 */
const rowLimits = { ofHosts: discoverPageSize + 1, page: 3 * discoverPageSize + 1, checked: 201 }

/** How many times of other teams one request reads. */
const maxBusyTimes = 500

const StartCursor = v.tuple([v.number(), v.string()])
/** When the list was ranked, behind which game the ranked games begin, and the rank of the last game that was shown. */
const RankCursor = v.tuple([v.number(), v.nullable(StartCursor), v.nullable(v.tuple([v.number(), v.number(), v.string()]))])

/** Games that the viewer may find, in one round trip. `maxRanked` is how many of the next ones are ranked at once. */
export async function discoverEvents(
  db: Database,
  viewerId: string | null,
  search: EventSearch,
  maxRanked = rowLimits.checked - 1,
): Promise<DiscoverPage> {
  return search.order === 'best' && !search.isPast ? listRanked(db, viewerId, search, maxRanked) : listByDate(db, viewerId, search)
}

type After = v.InferOutput<typeof StartCursor> | null

/** The next games of a search, up to `limit`, and what the viewer likes, in one round trip. */
async function readGames(db: Database, viewerId: string | null, search: EventSearch, { after, limit }: { after: After; limit: number }) {
  const { found, ownInterests } = await runBatch(db, {
    found: selectGames(viewerId, search, { after: after && { start: after[0], id: after[1] }, limit }),
    ownInterests: viewerId === null ? [] : [selectInterests(viewerId)],
  })
  return { rows: found.rows, interests: readInterests(ownInterests[0]?.rows[0]) }
}

const toStartKeys = ({ candidateStart, candidateId }: CandidateRow): [number, string] => [candidateStart, candidateId]

async function listByDate(db: Database, viewerId: string | null, search: EventSearch): Promise<DiscoverPage> {
  const needsCheck = needsEventCheck(search.filters) || needsHostGameCheck(search)
  const limit = needsCheck ? rowLimits.checked : hasHostFilter(search) ? rowLimits.ofHosts : rowLimits.page
  const after = readCursor(StartCursor, search.cursor)
  const { rows, interests } = await readGames(db, viewerId, search, { after, limit })
  const { cards, read } = takeMatching(rows.slice(0, limit - 1), search, discoverPageSize)
  // The reasons are about what the viewer can still play.
  const events = search.isPast
    ? cards.map((card) => ({ ...card, nextDates: [], reasons: [] }))
    : explainEvents(keepFirstOfSeries(cards), interests)
  return { events, games: cards.length, next: cutPage(rows, read, toStartKeys).next, ranked: null }
}

/**
 * Ranks the next games of the search, up to `maxRanked`, and lists them page by page. Then the games after them are ranked
 * in the same way. The cursor keeps the time of the ranking, so that a score is the same on each page.
 */
async function listRanked(db: Database, viewerId: string | null, search: EventSearch, maxRanked: number): Promise<DiscoverPage> {
  const [rankedAt, after, lastRank] = readRankCursor(search)
  const limit = maxRanked + 1
  const { rows, interests } = await readGames(db, viewerId, search, { after, limit })
  const window = rows.slice(0, limit - 1)
  const { cards } = takeMatching(window, search, limit)
  const ranked = rankEvents(keepFirstOfSeries(cards), interests, rankedAt, lastRank)
  const page = ranked.slice(0, discoverPageSize)
  const [lastShown, lastRead] = [page.at(-1), window.at(-1)]
  const isCut = rows.length === limit && lastRead !== undefined
  const next =
    lastShown && ranked.length > page.length
      ? writeCursor([rankedAt, after, lastShown.rank])
      : isCut
        ? writeCursor([rankedAt, toStartKeys(lastRead), null])
        : null
  const lastCard = cards.at(-1)
  const until = isCut && lastCard ? { startsAt: lastRead.candidateStart, timeZone: lastCard.timeZone } : null
  return { events: page.map(({ event }) => event), games: page.length, next, ranked: { count: cards.length, until } }
}

/** The next games of a search, best first, in one round trip, and how many were read. `activities` are all that the viewer's profile has. */
export async function listBest(
  db: Database,
  viewerId: string,
  search: EventSearch,
  { activities, ...share }: Omit<OwnShare, 'activities'> & { activities: readonly PlayedActivity[] },
): Promise<{ events: DiscoverEvent[]; read: number }> {
  const played = activities.filter(({ isOn }) => isOn).map(({ activity }) => activity)
  const { found, ownInterests } = await runBatch(db, {
    found: selectMixedGames(viewerId, search, { activities: played, ...share }),
    ownInterests: selectInterests(viewerId, sql`NULL`),
  })
  // Sorted here, because SQLite counts each row that it sorts as one more that it read.
  const rows = found.rows.toSorted((a, b) => a.candidateStart - b.candidateStart || (a.candidateId < b.candidateId ? -1 : 1))
  const cards = rows.map((row) => toMatchingCard(row, search)).filter((card) => card !== null)
  const interests = { ...readInterests(ownInterests.rows[0]), activities }
  return { events: rankEvents(keepFirstOfSeries(cards), interests, search.now).map(({ event }) => event), read: rows.length }
}

function readRankCursor({ cursor, now }: EventSearch): v.InferOutput<typeof RankCursor> {
  const keys = readCursor(RankCursor, cursor)
  return keys ?? [now, null, null]
}

/** Takes rows until enough rows of the list match the filters. `read` is the number of rows it needed. */
function takeMatching(rows: readonly CandidateRow[], search: EventSearch, maxCount: number) {
  const cards: CardWithMiles[] = []
  const shown = new Set<string>()
  let read = 0
  for (const row of rows) {
    if (shown.size === maxCount) break
    read += 1
    const card = toMatchingCard(row, search)
    if (!card) continue
    cards.push(card)
    shown.add(search.isPast ? card.id : (card.seriesId ?? card.id))
  }
  return { cards, read }
}

/** The times at which the viewer plays with teams of other sites, as rows of `startsAt` and `endsAt`. */
const selectBusyTimes = (viewerId: string) =>
  selectAs(
    { startsAt: otherGames.startsAt, endsAt: otherGames.endsAt },
    sql`FROM ${otherGames} WHERE ${otherGames.userId} = ${viewerId} AND ${otherGames.isBusy} ORDER BY ${otherGames.startsAt} LIMIT ${maxBusyTimes}`,
  )

const selectActivities = (viewerId: string) =>
  sql`(SELECT ${playerProfiles.activities} FROM ${playerProfiles} WHERE ${playerProfiles.userId} = ${viewerId})`

const selectInterests = (viewerId: string, activities = selectActivities(viewerId)) =>
  select(
    {
      activities: orNull(playerProfiles.activities),
      timeZone: orNull(sharedAvailability.timeZone),
      weekly: orNull(sharedAvailability.weekly),
      dates: orNull(sharedAvailability.dates),
      busy: asJson<Interval[]>(),
    },
    sql`SELECT (SELECT json_group_array(json_object('start', startsAt, 'end', endsAt)) FROM (${selectBusyTimes(viewerId)})) AS busy,
        ${activities} AS activities,
        ${sharedAvailability.timeZone} AS timeZone, ${sharedAvailability.weekly} AS weekly, ${sharedAvailability.dates} AS dates
      FROM (SELECT 1) LEFT JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${viewerId}`,
  )

const readInterests = (row: RowOf<ReturnType<typeof selectInterests>> | undefined): ViewerInterests =>
  row
    ? { activities: row.activities ?? [], availability: toAvailability(row), busy: row.busy }
    : { activities: [], availability: null, busy: [] }
