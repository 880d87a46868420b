import { listCountedDays } from '../../domain/discover/list-days.ts'
import type { DiscoverMap, MapGame, UncountedFilter } from '../../domain/discover/map-contract.ts'
import { adaptToViewer, type DiscoverState, hasHostFilter } from '../../domain/discover/state.ts'
import { maxNextDates } from '../../domain/events/next-dates.ts'
import { type CellSums, sumCells, sumPoints, toClusters } from '../../domain/geo/cell-sums.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import { type CountGrid, chooseCountGrid } from '../../domain/geo/count-grid.ts'
import { maxMapItems } from '../../domain/geo/map-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { selectBlockedGames, selectCounts, subtractGames } from './count-games.ts'
import { type CardWithMiles, selectGames, toMatchingCard } from './read-games.ts'
import type { EventSearch } from './select-candidates.ts'

/** Up to this many games of a view are read one by one. Then all filters count. */
export const maxGamesRead = 500
/** The games of a community or of followed hosts are in no table of counts, so they are always read one by one. */
const maxHostGamesRead = 2000

export async function answerDiscoverMap(c: AppContext, requestedState: DiscoverState, bounds: Bounds): Promise<DiscoverMap> {
  const viewer = await c.var.viewer()
  const { filters, order, isPast, teamId, isFollowed } = adaptToViewer(requestedState, viewer !== null)
  return mapGames(c.var.db, viewer?.id ?? null, {
    bounds,
    center: null,
    filters: { ...filters, radius: null },
    order,
    isPast,
    teamId,
    isFollowed,
    cursor: undefined,
    now: c.var.now(),
  })
}

type MapSearch = EventSearch & { bounds: Bounds }

/** The games in a view: one by one if they are few, else true counts by cell. Takes at most two round trips. */
async function mapGames(db: Database, viewerId: string | null, search: MapSearch): Promise<DiscoverMap> {
  if (hasHostFilter(search)) return readSingleGames(db, viewerId, search, maxHostGamesRead)
  const days = listCountedDays(search.filters, Math.floor(search.now / day), search.isPast)
  const grid = chooseCountGrid(search.bounds, Math.min(days.length, maxDaysWithGames))
  const { counts, hidden } = await runBatch(db, {
    counts: selectCounts(search, grid, days),
    hidden: viewerId === null ? [] : [selectBlockedGames(viewerId, search)],
  })
  const total = counts.rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return toAnswer(grid, new Map(), [])
  if (total <= maxGamesRead) return readSingleGames(db, viewerId, search, maxGamesRead)
  const sums = sumCells(grid, counts.rows)
  subtractGames(sums, hidden[0]?.rows ?? [], { grid, days, filters: search.filters })
  return toAnswer(grid, sums, listUncounted(search))
}

/** Nearly all games are in the next weeks, so a cell has rows for about this many days. */
const maxDaysWithGames = 60

const listUncounted = ({ filters }: MapSearch): UncountedFilter[] => [
  ...(filters.timeOfDay || filters.withoutTimeOfDay ? (['timeOfDay'] as const) : []),
  ...(filters.level ? (['level'] as const) : []),
  ...(filters.price ? (['price'] as const) : []),
  ...(filters.seatsLeft === null ? [] : (['seatsLeft'] as const)),
]

async function readSingleGames(db: Database, viewerId: string | null, search: MapSearch, limit: number): Promise<DiscoverMap> {
  const { found } = await runBatch(db, { found: selectGames(viewerId, search, { after: null, limit }) })
  const cards = found.rows.map((row) => toMatchingCard(row, search)).filter((card) => card !== null)
  const games = groupSeries(cards)
  if (games.length <= maxMapItems) return { games, clusters: [], bits: null, uncounted: [] }
  const grid = chooseCountGrid(search.bounds, 1)
  return toAnswer(
    grid,
    sumPoints(
      grid,
      cards.map(({ where }) => where),
    ),
    [],
  )
}

/** The games of a series at one place are one pin. */
function groupSeries(cards: readonly CardWithMiles[]): MapGame[] {
  const keyOf = ({ id, seriesId, where }: CardWithMiles) => (seriesId === null ? id : `${seriesId} ${where.lat} ${where.lng}`)
  return [...Map.groupBy(cards, keyOf).values()].flatMap((dates) => {
    const [first, ...others] = dates.toSorted((a, b) => a.startsAt - b.startsAt)
    if (!first) return []
    const { id, activity, title, where, timeZone, startsAt, levelMin, levelMax } = first
    const nextDates = others.slice(0, maxNextDates).map((date) => date.startsAt)
    return [{ id, activity, title, where, timeZone, startsAt, levelMin, levelMax, count: dates.length, nextDates }]
  })
}

const toAnswer = (grid: CountGrid, sums: CellSums, uncounted: UncountedFilter[]): DiscoverMap => ({
  games: [],
  clusters: toClusters(sums),
  bits: grid.bits,
  uncounted,
})
