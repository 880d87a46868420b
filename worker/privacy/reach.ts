import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type Between, mayReach, type Way } from '../../domain/privacy/may-reach.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** For lists: neither has blocked the other. `person` and `viewer` are columns or values. */
export const nobodyBlocked = (viewer: SQLWrapper | string, person: SQLWrapper | string): SQL => sql`
  NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewer} AND blocked_id = ${person})
  AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${person} AND blocked_id = ${viewer})`

/** For one's own lists: who is gone and who blocked me look alike there, so that neither tells of a block. `person` is a row of `users`. */
export const isThere = (viewer: SQLWrapper | string, person: SQLWrapper): SQL => sql`
  ${person}.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${person}.id AND blocked_id = ${viewer})`

/**
 * The same for an entry that may be an address, whose `personId` is null then. Entries go with an account that is deleted, so
 * those of who blocked me are left out with them.
 */
export const isShown = (viewer: string, personId: SQL): SQL => sql`
  (${personId} IS NULL OR EXISTS (SELECT 1 FROM users shown WHERE shown.id = ${personId} AND ${isThere(viewer, sql`shown`)}))`

/**
 * Whether an entry stands on someone's blocklist, as far as they know: a person by their id, an address by the address.
 * That the two may be one is told by neither.
 */
export const isOnBlocklist = (blocker: string, { personId, emailKey }: { personId: SQL; emailKey: SQL }): SQL => sql`
  (EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${blocker} AND blocked_id = ${personId} AND email_key IS NULL)
    OR EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${blocker} AND email_key = ${emailKey}))`

type Facts = {
  isGone: number
  hasBlockedMe: number
  isBlockedByMe: number
  isConnected: number
  isTeammate: number
  sharesEvent: number
  messagesFromAnyone: number | null
  publicBadges: number | null
  publicOnlineStatus: number | null
  publicUpcomingGames: number | null
}

const isConnected = (viewerId: string, personId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM connections WHERE user_id = ${viewerId} AND other_id = ${personId} AND state = 'connected')`

/** For lists of where people play: who shows their games, whom the viewer is connected to, and the viewer. Blocks are asked of besides. */
export const showsGamesTo = (viewer: string, person: SQL): SQL => sql`
  (${person} = ${viewer} OR EXISTS (SELECT 1 FROM privacy_settings WHERE user_id = ${person} AND public_upcoming_games)
    OR EXISTS (SELECT 1 FROM connections WHERE user_id = ${viewer} AND other_id = ${person} AND state = 'connected'))`

const fewTeams = 3
const teamsAsked = 100

/**
 * Asks each team of one whether the other is in it, which reads a row for each team of the one. So their teams are asked
 * where they are few, else the viewer's, and of those the newest hundred; and nothing where the two are connected, who
 * know each other anyhow.
 */
const sharesTeam = (viewerId: string, personId: string): SQL => sql`
  (NOT ${isConnected(viewerId, personId)}
    AND iif((SELECT count(*) FROM (SELECT 1 FROM team_members WHERE user_id = ${personId} LIMIT ${fewTeams})) < ${fewTeams},
      ${isInTeamOf(personId, viewerId)}, ${isInTeamOf(viewerId, personId)}))`

const isInTeamOf = (oneId: string, otherId: string): SQL => sql`
  EXISTS (SELECT 1 FROM (SELECT team_id FROM team_members WHERE user_id = ${oneId} ORDER BY joined_at DESC LIMIT ${teamsAsked}) t
    CROSS JOIN team_members m ON m.team_id = t.team_id AND m.user_id = ${otherId})`

const lately = 90 * 24 * 60 * 60
const fewGames = 3
const gamesAsked = 12

/**
 * The same with games to come, or of the last months by the database's own clock: of whoever has few of them, else of the
 * viewer the last dozen. The index holds what is asked; whether both go is read only where both are on a list.
 */
const sharesEvent = (viewerId: string, personId: string): SQL => sql`
  iif((SELECT count(*) FROM (${gamesOf(personId)} LIMIT ${fewGames})) < ${fewGames},
    ${wasInGameOf(personId, viewerId)}, ${wasInGameOf(viewerId, personId)})`

const gamesOf = (userId: string): SQL =>
  sql`SELECT event_id FROM joiners WHERE user_id = ${userId} AND starts_at > (unixepoch() - ${lately}) * 1000`

const wasInGameOf = (oneId: string, otherId: string): SQL => sql`
  EXISTS (SELECT 1 FROM (${gamesOf(oneId)} ORDER BY starts_at DESC LIMIT ${gamesAsked}) g
    CROSS JOIN joiners other ON other.event_id = g.event_id AND other.user_id = ${otherId} AND other.state = 'going' AND NOT other.is_no_show
    CROSS JOIN joiners one ON one.event_id = g.event_id AND one.user_id = ${oneId} AND one.state = 'going' AND NOT one.is_no_show
    CROSS JOIN events e ON e.id = g.event_id AND e.state = 'published')`

/** One row with all that `mayReach` judges. It may stand in a batch beside what is read with it. */
export const selectBetween = (viewerId: string, personId: string): SQL => sql`
  WITH known AS MATERIALIZED (SELECT ${isConnected(viewerId, personId)} AS isConnected, ${sharesTeam(viewerId, personId)} AS isTeammate)
  SELECT NOT EXISTS (SELECT 1 FROM users WHERE id = ${personId} AND deleted_at IS NULL) AS isGone,
    EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${personId} AND blocked_id = ${viewerId}) AS hasBlockedMe,
    EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${personId}) AS isBlockedByMe,
    isConnected, isTeammate,
    -- Asked only of who do not know each other anyhow.
    NOT isConnected AND NOT isTeammate AND ${sharesEvent(viewerId, personId)} AS sharesEvent,
    messages_from_anyone AS messagesFromAnyone, public_badges AS publicBadges,
    public_online_status AS publicOnlineStatus, public_upcoming_games AS publicUpcomingGames
  FROM known LEFT JOIN privacy_settings ON user_id = ${personId}`

export function readBetween(viewerId: string, personId: string, result: D1Result | undefined): Between {
  const [facts] = (result?.results ?? []) as Facts[]
  if (!facts) throw new Error('Nothing is known between two people')
  return {
    isSelf: viewerId === personId,
    isGone: facts.isGone === 1,
    hasBlockedMe: facts.hasBlockedMe === 1,
    isBlockedByMe: facts.isBlockedByMe === 1,
    isConnected: facts.isConnected === 1,
    isTeammate: facts.isTeammate === 1,
    sharesEvent: facts.sharesEvent === 1,
    switches: {
      messagesFromAnyone: facts.messagesFromAnyone === 1,
      publicBadges: facts.publicBadges === 1,
      publicOnlineStatus: facts.publicOnlineStatus === 1,
      publicUpcomingGames: facts.publicUpcomingGames === 1,
    },
  }
}

async function loadBetween(db: Database, viewerId: string, personId: string): Promise<Between> {
  const [found] = await runBatch(db, [selectBetween(viewerId, personId)])
  return readBetween(viewerId, personId, found)
}

export const personNotFound = () => new AppError('PersonNotFound')

/** A person who may not be reached in this way is answered as if nobody were there: a block must not show. */
export async function requireReach(db: Database, viewerId: string, personId: string, way: Way): Promise<Between> {
  const between = await loadBetween(db, viewerId, personId)
  if (!mayReach(between, way)) throw personNotFound()
  return between
}
