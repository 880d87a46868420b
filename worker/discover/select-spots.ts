import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { DiscoverFilters } from '../../domain/discover/filter-contract.ts'
import { type DiscoverOrder, nation } from '../../domain/discover/state.ts'
import type { Bounds, LatLng } from '../../domain/geo/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { isFollowedBy, selectFollowed } from '../connections/queries.ts'
import { isOpenTo, isSeenBy } from '../events/acting.ts'
import { isInside, selectInBounds } from '../geo/queries.ts'
import { isTeamThere } from '../teams/find-teams.ts'

/** Of those whom someone follows, the latest so many are asked what they put up. */
const hostsLookedAt = 500

export type Discovery = {
  /** None: wherever they are. Only the games of a community or of followed hosts are looked for so. */
  bounds: Bounds | null
  /** Distances are told from here; with a radius nothing farther away counts. */
  center: LatLng | null
  filters: DiscoverFilters
  order: DiscoverOrder
  isPast: boolean
  teamId: string | null
  /** What those put up whom the viewer follows. */
  isFollowed: boolean
  cursor: string | undefined
  now: number
}

type Range = { from: number; to?: number; after: { start: number; id: string } | null; limit: number }

/** How long the minute's chore may take to put what has begun among what is over. Until then it is found where it stood. */
const movedWithin = 2 * minute

/** Where to look, in the order of the list: `start` and `id`. What has begun stands by its time before zero. */
export function selectSpots(viewerId: string | null, search: Discovery, range: Range): SQL {
  const { bounds, filters, teamId, isFollowed, isPast } = search
  if (teamId !== null) return selectOfTeam(teamId, search, range)
  if (isFollowed && viewerId !== null) return selectOfFollowed(viewerId, search, range)
  const from = isPast ? range.from : range.from - movedWithin
  return selectInBounds({ table: 'event_cells', bounds: bounds ?? nation, activities: filters.activities, ...range, from })
}

const isPublic = sql`e.visibility = 'public'`

/** Whether the event `e` of such a spot is there for the viewer. Those in a community find what is for them alone among its games. */
export function mayFind(viewerId: string | null, search: Discovery): SQL {
  const { teamId, isFollowed, bounds, filters } = search
  const isOfHosts = teamId === null && isFollowed
  const conditions = [
    teamId === null && !isFollowed ? isPublic : sql`(${isPublic} OR (e.visibility = 'team' AND ${isSeenBy(viewerId)}))`,
    ...(viewerId === null ? [] : [isOpenTo(viewerId)]),
    ...(isFollowed && teamId !== null && viewerId !== null ? [isFollowedBy(viewerId, sql`e.creator_id`)] : []),
    // The hosts' own index knows no more than when.
    ...(isOfHosts && filters.activities.length > 0 ? [isOneOf(filters.activities, sql`e`)] : []),
    ...(isOfHosts && bounds ? [isInside(bounds, sql`e`)] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/** Whether more is asked of the games of followed hosts than their index knows. */
export const asksOfHosts = ({ teamId, isFollowed, bounds, filters }: Discovery): boolean =>
  teamId === null && isFollowed && (bounds !== null || filters.activities.length > 0)

const isOneOf = (activities: readonly string[], event: SQL) =>
  sql`${event}.activity IN (SELECT value FROM json_each(${JSON.stringify(activities)}))`

const at = sql`spot.starts_at`
const orderOf = (isPast: boolean) => sql`${at} ${isPast ? sql`DESC` : sql`ASC`}, spot.id`
const startOf = (isPast: boolean) => (isPast ? sql`-${at}` : at)

const isFrom = (from: number, isPast: boolean) => (isPast ? sql`${at} <= ${-from}` : sql`${at} >= ${from}`)
const isBefore = (to: number | undefined, isPast: boolean): SQL[] =>
  to === undefined ? [] : [isPast ? sql`${at} > ${-to}` : sql`${at} < ${to}`]

type Last = { start: SQLWrapper | number; id: SQLWrapper | string }

const isBehind = ({ start, id }: Last, isPast: boolean) =>
  isPast ? sql`${at} <= -(${start}) AND (${at} < -(${start}) OR spot.id > ${id})` : sql`(${at}, spot.id) > (${start}, ${id})`

/** A community has few games among all that are near: they are found by their own index, in the same order. */
function selectOfTeam(teamId: string, { bounds, filters: { activities }, isPast }: Discovery, { from, to, after, limit }: Range): SQL {
  const conditions = [
    sql`spot.team_id = ${teamId} AND +spot.state = 'published' AND ${isTeamThere(teamId)}`,
    isFrom(from, isPast),
    ...isBefore(to, isPast),
    ...(after ? [isBehind(after, isPast)] : []),
    ...(activities.length > 0 ? [isOneOf(activities, sql`spot`)] : []),
    ...(bounds ? [isInside(bounds)] : []),
  ]
  return sql`SELECT ${startOf(isPast)} AS start, spot.id FROM events spot
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${orderOf(isPast)} LIMIT ${limit}`
}

/**
 * Each host's games stand in order in the hosts' index; the next of all of them is the first of the next ones of each. So
 * each host is asked for one, and for another one only when theirs was taken: a page reads a row for each host and for each
 * game, however many they put up.
 */
function selectOfFollowed(viewerId: string, { isPast }: Discovery, { from, to, after, limit }: Range): SQL {
  // One beginning only: of two SQLite takes the farther one, and goes through all that lies between.
  const next = (host: SQL, begin: SQL) => sql`(SELECT spot.rowid FROM events spot
    WHERE ${sql.join([sql`spot.creator_id = ${host}`, begin, ...isBefore(to, isPast)], sql` AND `)} ORDER BY ${orderOf(isPast)} LIMIT 1)`
  const first = after && after.start >= from ? isBehind(after, isPast) : isFrom(from, isPast)
  return sql`
    WITH RECURSIVE ahead (start, id, hostId) AS (
      SELECT * FROM (SELECT ${startOf(isPast)}, spot.id, host.hostId FROM (${selectFollowed(viewerId, hostsLookedAt)}) host
        CROSS JOIN events spot ON spot.rowid = ${next(sql`host.hostId`, first)})
      UNION ALL
      SELECT ${startOf(isPast)}, spot.id, ahead.hostId FROM ahead
        CROSS JOIN events spot ON spot.rowid = ${next(sql`ahead.hostId`, isBehind({ start: sql`ahead.start`, id: sql`ahead.id` }, isPast))}
      ORDER BY 1, 2 LIMIT ${limit})
    SELECT start, id FROM ahead`
}
