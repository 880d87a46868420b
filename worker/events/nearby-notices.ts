import { and, asc, eq, getTableColumns, gt, gte, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { findActivity } from '../../domain/activities.ts'
import { maxOccurrences } from '../../domain/events/form-contract.ts'
import {
  followedHostGameNotice,
  followedTeamGameNotice,
  gameNearbyKey,
  gameNearbyNotice,
  gamePath,
} from '../../domain/events/game-notices.ts'
import { people } from '../accounts/shared.ts'
import { selectMatchingSubscriptions } from '../activity-subscriptions/select-matching.ts'
import { subscriptionOwners } from '../activity-subscriptions/shared.ts'
import { hostFollows } from '../connections/shared.ts'
import { maxNotifiedAtOnce, noDeliveries, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { hasNotice } from '../notifications/shared.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { followsOfTeams } from '../team-follows/shared.ts'
import { communities } from '../teams/shared.ts'
import { hasNoBlockWithHosts } from './acting.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** In a statement: the notice tells of a new game that was cancelled since. `gameNearbyNotice` has the page of the game as its path. */
export const announcesCancelledGame = ({ topic, path }: { topic: SQLWrapper; path: SQLWrapper }): SQL =>
  sql`(${topic} IN ('alerts', 'hostGames', 'followedTeams') AND EXISTS (SELECT 1 FROM ${events} WHERE ${events.id} = substr(${path}, ${gamePath.length + 1}) AND ${events.state} = 'cancelled'))`

type Delivery = Rendered['deliveries'][number]
type Game = Awaited<ReturnType<typeof readDates>>[number]

/** The game and the later dates of its series in order, as far as everyone can find them. */
async function readDates(db: Database, eventId: string, { now, from }: { now: number; from: number }) {
  const named = alias(events, 'named')
  const { id, seriesId, creatorId, teamId, title, activity, lat, lng, startsAt, timeZone, placeName } = getTableColumns(e)
  const selectGames = () => db.select({ id, seriesId, creatorId, teamId, title, activity, lat, lng, startsAt, timeZone, placeName }).from(e)
  const isPublic = and(eq(e.state, 'published'), eq(e.visibility, 'public'), gt(e.startsAt, now), gte(e.startsAt, from))
  const ofNamed = (column: typeof named.seriesId | typeof named.startsAt) =>
    sql`(SELECT ${column} FROM ${events} ${named} WHERE ${named.id} = ${eventId})`
  const { game, later } = await runBatch(db, {
    game: selectGames().where(and(eq(e.id, eventId), isPublic)),
    later: selectGames()
      .where(and(eq(e.seriesId, ofNamed(named.seriesId)), gt(e.startsAt, ofNamed(named.startsAt)), isPublic))
      .orderBy(asc(e.startsAt))
      .limit(maxOccurrences),
  })
  return [...game.rows, ...later.rows]
}

/** The alerts that match the game, sorted by id. They are found by the game's cells, without reading all alerts. */
const listMatchingAlerts = (db: Database, { startsAt, ...game }: Game, page: { after: string; limit: number }) =>
  readAll(db, select({ id: asText }, selectMatchingSubscriptions({ ...game, start: startsAt }, page)))

/** The person does not host the game `e`, is not in it, has no block with a host, and does not have its notice. */
const mayHearOf = (game: Game, personId: SQLWrapper): SQL => sql`${personId} IS NOT ${e.creatorId}
  AND NOT EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = ${personId})
  AND ${hasNoBlockWithHosts(personId)}
  AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${personId})
  AND NOT ${hasNotice(personId, gameNearbyKey(game))}`

/** The owners of these alerts and where their alert is, except hosts, players, people who have a block with a host, and people who have this notice. */
async function listAlertOwners(db: Database, game: Game, alertIds: readonly { id: string }[]): Promise<{ id: string; near: string }[]> {
  if (alertIds.length === 0) return []
  const s = alias(subscriptionOwners, 's')
  return readAll(
    db,
    select(
      { id: asText, near: asText },
      sql`SELECT ${s.userId} AS id, min(${s.addressName}) AS near
        FROM json_each(${JSON.stringify(alertIds.map(({ id }) => id))}) found CROSS JOIN ${subscriptionOwners} ${s} ON ${s.id} = found.value
          JOIN ${events} ${e} ON ${e.id} = ${game.id}
        WHERE ${mayHearOf(game, s.userId)} GROUP BY ${s.userId}`,
    ),
  )
}

/** The followers of the host, sorted by id, who are not in the game and do not have this notice. */
async function listFollowers(db: Database, game: Game, after: string): Promise<string[]> {
  const f = alias(hostFollows, 'f')
  const rows = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT ${f.followerId} AS id FROM ${hostFollows} ${f} JOIN ${events} ${e} ON ${e.id} = ${game.id}
        WHERE ${f.followedId} = ${e.creatorId} AND ${f.followerId} > ${after} AND ${mayHearOf(game, f.followerId)}
        ORDER BY ${f.followerId} LIMIT ${maxNotifiedAtOnce}`,
    ),
  )
  return rows.map(({ id }) => id)
}

/** The followers of the team, sorted by id, who are not in the game and do not have this notice. */
async function listTeamFollowers(db: Database, game: Game, after: string): Promise<string[]> {
  const f = alias(followsOfTeams, 'f')
  const rows = await readAll(
    db,
    select(
      { id: asText },
      sql`SELECT ${f.userId} AS id FROM ${followsOfTeams} ${f} JOIN ${events} ${e} ON ${e.id} = ${game.id}
        WHERE ${f.teamId} = ${game.teamId} AND ${f.userId} > ${after} AND ${mayHearOf(game, f.userId)}
        ORDER BY ${f.userId} LIMIT ${maxNotifiedAtOnce}`,
    ),
  )
  return rows.map(({ id }) => id)
}

const readHostName = async (db: Database, { creatorId }: Game) =>
  creatorId === null
    ? undefined
    : await readFirst(
        db,
        db
          .select({ name: people.displayName })
          .from(people)
          .where(and(eq(people.id, creatorId), isNull(people.deletedAt))),
      )

const readTeamName = async (db: Database, { teamId }: Game) =>
  teamId === null
    ? undefined
    : await readFirst(
        db,
        db
          .select({ name: communities.name })
          .from(communities)
          .where(and(eq(communities.id, teamId), isNull(communities.deletedAt))),
      )

/** Followers of the host are notified after the owners of alerts, and those of the team last. The positions of their jobs start with these words. */
const followersStart = 'followers:'
const teamFollowersStart = 'team-followers:'

async function notifyFollowers(db: Database, [game]: readonly Game[], { after, now }: { after: string; now: number }): Promise<Rendered> {
  if (!game) return noDeliveries
  const atEnd = game.teamId === null ? undefined : teamFollowersStart
  const host = await readHostName(db, game)
  if (!host?.name) return { deliveries: [], next: atEnd }
  const to = await listFollowers(db, game, after)
  const next = to.length === maxNotifiedAtOnce ? followersStart + to.at(-1) : atEnd
  return { deliveries: [{ ...followedHostGameNotice(game, { hostName: host.name, now }), to }], next }
}

async function notifyTeamFollowers(
  db: Database,
  [game]: readonly Game[],
  { after, now }: { after: string; now: number },
): Promise<Rendered> {
  const team = game && (await readTeamName(db, game))
  if (!game || !team) return noDeliveries
  const to = await listTeamFollowers(db, game, after)
  const next = to.length === maxNotifiedAtOnce ? teamFollowersStart + to.at(-1) : undefined
  return { deliveries: [{ ...followedTeamGameNotice(game, { team: team.name, now }), cause: { community: team.name }, to }], next }
}

/** Where a job stopped: the start of a date, and the last alert that was checked for it. */
const writePosition = (game: Game, lastAlertId: string) => `${game.startsAt}:${lastAlertId}`

function readPosition(after: string | null): { from: number; lastAlertId: string } {
  const [from = '0', lastAlertId = ''] = after?.split(':') ?? []
  return { from: Number(from), lastAlertId }
}

export const nearbyNotices: Renderers<'event-nearby'> = {
  /** Each person is notified once: about the first date that matches one of their alerts, or else as a follower of the host or of the team. */
  'event-nearby': async ({ eventId }, { db, now, after }) => {
    if (after?.startsWith(followersStart))
      return notifyFollowers(db, await readDates(db, eventId, { now, from: 0 }), { after: after.slice(followersStart.length), now })
    if (after?.startsWith(teamFollowersStart))
      return notifyTeamFollowers(db, await readDates(db, eventId, { now, from: 0 }), { after: after.slice(teamFollowersStart.length), now })
    const { from, lastAlertId } = readPosition(after)
    const deliveries: Delivery[] = []
    const notified = new Set<string>()
    let remaining = maxNotifiedAtOnce
    for (const game of await readDates(db, eventId, { now, from })) {
      const alertIds = await listMatchingAlerts(db, game, { after: game.startsAt === from ? lastAlertId : '', limit: remaining })
      const owners = (await listAlertOwners(db, game, alertIds)).filter(({ id }) => !notified.has(id))
      for (const [near, people] of Map.groupBy(owners, (owner) => owner.near)) {
        const to = people.map(({ id }) => id)
        for (const id of to) notified.add(id)
        deliveries.push({
          ...gameNearbyNotice(game, now),
          cause: { alert: `${findActivity(game.activity)?.label ?? 'games'} near ${near}` },
          to,
        })
      }
      remaining -= alertIds.length
      const last = alertIds.at(-1)
      if (last && remaining === 0) return { deliveries, next: writePosition(game, last.id) }
    }
    return { deliveries, next: followersStart }
  },
}
