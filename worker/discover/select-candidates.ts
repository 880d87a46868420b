import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DiscoverFilters } from '../../domain/discover/filter-contract.ts'
import { countryBounds, type DiscoverOrder } from '../../domain/discover/state.ts'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { isFollowedBy, selectFollowed } from '../connections/queries.ts'
import { hasNoBlockWithHosts, isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { isInside, selectInBounds } from '../geo/queries.ts'
import { inList } from '../platform/columns.ts'
import { doesTeamExist } from '../teams/actor.ts'

/** Only this many of the hosts that a viewer follows are searched for games, the latest follows first. */
const maxHostsRead = 500

export type EventSearch = {
  /** Null means everywhere. Only allowed for the games of a community or of followed hosts. */
  bounds: Bounds | null
  /** How many cells of the map may cover the bounds, if not as many as usual. */
  maxCells?: number
  /** Distances are measured from here. A radius filter also counts from here. */
  center: LatLng | null
  filters: DiscoverFilters
  order: DiscoverOrder
  isPast: boolean
  teamId: string | null
  /** Only games of hosts that the viewer follows. */
  isFollowed: boolean
  cursor: string | undefined
  now: number
}

type Range = { from: number; to?: number; after: { start: number; id: string } | null; limit: number | SQL }

/** A job moves started games to the past ones every minute. Until it has run, they are still found under their old position. */
const maxMoveDelay = 2 * minute

/** Selects `start` and `id` of the candidates, in the order of the list. Started games have a negative `start`. */
export function selectCandidates(viewerId: string | null, search: EventSearch, range: Range): SQL {
  const { bounds, maxCells, filters, teamId, isFollowed, isPast } = search
  if (teamId !== null) return selectTeamGames(teamId, search, range)
  if (isFollowed && viewerId !== null) return selectFollowedGames(viewerId, search, range)
  const from = isPast ? range.from : range.from - maxMoveDelay
  const searched = { bounds: bounds ?? countryBounds, maxCells, activities: filters.activities }
  return selectInBounds({ table: 'event_cells', ...searched, ...range, from })
}

const isPublic = sql`${game.visibility} = 'public'`

/** Whether the viewer may find this game. Members of a community also find its members-only games. */
export function canViewerFind(viewerId: string | null, search: EventSearch): SQL {
  const { teamId, isFollowed, bounds, filters } = search
  const isOfHosts = teamId === null && isFollowed
  const conditions = [
    teamId === null && !isFollowed ? isPublic : sql`(${isPublic} OR (${game.visibility} = 'team' AND ${isVisibleTo(viewerId)}))`,
    ...(viewerId === null ? [] : [hasNoBlockWithHosts(viewerId)]),
    ...(isFollowed && teamId !== null && viewerId !== null ? [isFollowedBy(viewerId, game.creatorId)] : []),
    // The index by host has only the time, so activity and location are checked here.
    ...(isOfHosts && filters.activities.length > 0 ? [inList(game.activity, filters.activities)] : []),
    ...(isOfHosts && bounds ? [isInside(bounds, game)] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/** Whether games of followed hosts must be checked for more than their time. */
export const needsHostGameCheck = ({ teamId, isFollowed, bounds, filters }: EventSearch): boolean =>
  teamId === null && isFollowed && (bounds !== null || filters.activities.length > 0)

const candidate = alias(games, 'candidate')
/** SQLite's row id. Reading a row by it needs no second index. */
const getRowId = (table: typeof candidate): SQL => sql`${table}.rowid`
const startsAt = candidate.startsAt
const getOrder = (isPast: boolean) => sql`${startsAt} ${isPast ? sql`DESC` : sql`ASC`}, ${candidate.id}`
const getSortStart = (isPast: boolean) => (isPast ? sql`-${startsAt}` : sql`${startsAt}`)

const startsFrom = (from: number, isPast: boolean) => (isPast ? sql`${startsAt} <= ${-from}` : sql`${startsAt} >= ${from}`)
const startsBefore = (to: number | undefined, isPast: boolean): SQL[] =>
  to === undefined ? [] : [isPast ? sql`${startsAt} > -(${to})` : sql`${startsAt} < ${to}`]

type LastRow = { start: SQLWrapper | number; id: SQLWrapper | string }

const isAfter = ({ start, id }: LastRow, isPast: boolean) =>
  isPast
    ? sql`${startsAt} <= -(${start}) AND (${startsAt} < -(${start}) OR ${candidate.id} > ${id})`
    : sql`(${startsAt}, ${candidate.id}) > (${start}, ${id})`

/** A community has few of all games nearby, so they are read from the index by team, in the same order. */
function selectTeamGames(teamId: string, { bounds, filters: { activities }, isPast }: EventSearch, { from, to, after, limit }: Range): SQL {
  const conditions = [
    sql`${candidate.teamId} = ${teamId} AND +${candidate.state} = 'published' AND ${doesTeamExist(teamId)}`,
    startsFrom(from, isPast),
    ...startsBefore(to, isPast),
    ...(after ? [isAfter(after, isPast)] : []),
    ...(activities.length > 0 ? [inList(candidate.activity, activities)] : []),
    ...(bounds ? [isInside(bounds, candidate)] : []),
  ]
  return sql`SELECT ${getSortStart(isPast)} AS start, ${candidate.id} AS id FROM ${games} ${candidate}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${getOrder(isPast)} LIMIT ${limit}`
}

/**
 * The index by host has each host's games in order. This query merges them: it reads one game of each host, takes the
 * earliest, and then reads the next game of that host. So a page reads one row per host and per game, however many games
 * the hosts have.
 */
function selectFollowedGames(viewerId: string, { isPast }: EventSearch, { from, to, after, limit }: Range): SQL {
  // Only one lower bound: with two, SQLite may use the lower one and read all rows between them.
  const selectNextRow = (host: SQL, begin: SQL) => sql`(SELECT ${getRowId(candidate)} FROM ${games} ${candidate}
    WHERE ${sql.join([sql`${candidate.creatorId} = ${host}`, begin, ...startsBefore(to, isPast)], sql` AND `)} ORDER BY ${getOrder(isPast)} LIMIT 1)`
  const firstBound = after && after.start >= from ? isAfter(after, isPast) : startsFrom(from, isPast)
  return sql`
    WITH RECURSIVE ahead (start, id, hostId) AS (
      SELECT * FROM (SELECT ${getSortStart(isPast)}, ${candidate.id}, host.hostId FROM (${selectFollowed(viewerId, maxHostsRead)}) host
        CROSS JOIN ${games} ${candidate} ON ${getRowId(candidate)} = ${selectNextRow(sql`host.hostId`, firstBound)})
      UNION ALL
      SELECT ${getSortStart(isPast)}, ${candidate.id}, ahead.hostId FROM ahead
        CROSS JOIN ${games} ${candidate} ON ${getRowId(candidate)} = ${selectNextRow(sql`ahead.hostId`, isAfter({ start: sql`ahead.start`, id: sql`ahead.id` }, isPast))}
      ORDER BY 1, 2 LIMIT ${limit})
    SELECT start, id FROM ahead`
}
