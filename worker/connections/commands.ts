import { sql } from 'drizzle-orm'
import { type ConnectionState, connectionsMost, followsMost } from '../../domain/connections/contract.ts'
import { tellAsked, tellConnected, tellFollowed } from '../../domain/connections/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { nobodyBlocked, personNotFound } from '../privacy/reach.ts'
import { selectConnection, selectFollow } from './queries.ts'

type Actor = { id: string; name: string }

/** Asked again inside the statements: a block that came a moment ago holds, and whoever left is gone. Oneself is not two. */
const mayMeet = (actorId: string, toId: string) => sql`${nobodyBlocked(actorId, toId)}
  AND (SELECT count(*) FROM users WHERE id IN (${actorId}, ${toId}) AND deleted_at IS NULL AND completed_at IS NOT NULL) = 2`

const selectMayMeet = (actorId: string, toId: string) => sql`SELECT (${mayMeet(actorId, toId)}) AS mayMeet`

/** Full is told; whoever may not be met is answered like nobody. */
function refuseMeeting(result: D1Result | undefined, code: 'ConnectionsFull' | 'FollowsFull'): AppError {
  const [row] = (result?.results ?? []) as { mayMeet: number }[]
  return row?.mayMeet === 1 ? new AppError(code) : personNotFound()
}

/** Asks to connect, or accepts what the other asked. Answers how the two stand now, and the jobs to send. */
export async function connect(
  db: Database,
  { now, newId, platform }: Acting,
  actor: Actor,
  toId: string,
): Promise<{ state: ConnectionState; jobs: string[] }> {
  const jobs = { asked: newId(), connected: newId() }
  const pair = { actor, toId }
  const hasAsked = sql`EXISTS (SELECT 1 FROM connections WHERE user_id = ${actor.id} AND other_id = ${toId} AND state = 'received')
    AND ${mayMeet(actor.id, toId)}`
  const isNew = sql`NOT EXISTS (${selectConnection(actor.id, toId)}) AND ${mayMeet(actor.id, toId)}
    AND (SELECT count(*) FROM connections WHERE user_id = ${actor.id}) < ${connectionsMost}
    AND (SELECT count(*) FROM connections WHERE user_id = ${toId}) < ${connectionsMost}`
  const results = await runBatch(db, [
    tell(tellConnected(pair), { id: jobs.connected, now, platform }, hasAsked),
    tell(tellAsked(pair), { id: jobs.asked, now, platform }, isNew),
    sql`INSERT INTO connections (user_id, other_id, state, since) SELECT ${actor.id}, ${toId}, 'sent', ${now} WHERE ${isNew}`,
    sql`UPDATE connections SET state = 'connected', since = ${now}
      WHERE user_id = ${actor.id} AND other_id = ${toId} AND ${hasAsked}`,
    // The other side's row mirrors this one, whatever became of it.
    sql`INSERT INTO connections (user_id, other_id, state, since)
      SELECT other_id, user_id, iif(state = 'connected', state, 'received'), since
      FROM connections WHERE user_id = ${actor.id} AND other_id = ${toId}
      ON CONFLICT (user_id, other_id) DO UPDATE SET state = excluded.state, since = excluded.since`,
    selectMayMeet(actor.id, toId),
    selectConnection(actor.id, toId),
  ])
  const [row] = (results.at(-1)?.results ?? []) as { state: ConnectionState }[]
  if (!row) throw refuseMeeting(results.at(-2), 'ConnectionsFull')
  return {
    state: row.state,
    jobs: [jobs.connected, jobs.asked].filter((_, index) => (results[index]?.meta.changes ?? 0) > 0),
  }
}

/** Takes a request back, turns one down, or ends a connection: for both. Nobody is told. */
export async function disconnect(db: Database, actorId: string, otherId: string): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM connections WHERE (user_id = ${actorId} AND other_id = ${otherId}) OR (user_id = ${otherId} AND other_id = ${actorId})`,
  ])
}

export async function follow(
  db: Database,
  { now, newId, platform }: Acting,
  actor: Actor,
  toId: string,
): Promise<{ isFollowing: boolean; followers: number; jobs: string[] }> {
  const job = newId()
  const isNew = sql`NOT EXISTS (SELECT 1 FROM follows WHERE follower_id = ${actor.id} AND followed_id = ${toId})
    AND ${mayMeet(actor.id, toId)} AND (SELECT count(*) FROM follows WHERE follower_id = ${actor.id}) < ${followsMost}`
  const [told, , , met, after] = await runBatch(db, [
    tell(tellFollowed({ actor, toId }), { id: job, now, platform }, isNew),
    sql`INSERT INTO follow_totals (user_id, followers) SELECT ${toId}, 1 WHERE ${isNew}
      ON CONFLICT (user_id) DO UPDATE SET followers = followers + 1`,
    sql`INSERT INTO follows (follower_id, followed_id, created_at) SELECT ${actor.id}, ${toId}, ${now} WHERE ${isNew}`,
    selectMayMeet(actor.id, toId),
    selectFollow(actor.id, toId),
  ])
  const answer = readFollow(after)
  if (!answer.isFollowing) throw refuseMeeting(met, 'FollowsFull')
  return { ...answer, jobs: told?.meta.changes ? [job] : [] }
}

/** How many follow someone is told to whoever may see them: a number would show that a person who blocked them is there. */
export async function unfollow(db: Database, actorId: string, toId: string): Promise<{ isFollowing: boolean; followers: number }> {
  const [, , met, after] = await runBatch(db, [
    sql`UPDATE follow_totals SET followers = followers - 1 WHERE user_id = ${toId}
      AND EXISTS (SELECT 1 FROM follows WHERE follower_id = ${actorId} AND followed_id = ${toId})`,
    sql`DELETE FROM follows WHERE follower_id = ${actorId} AND followed_id = ${toId}`,
    selectMayMeet(actorId, toId),
    selectFollow(actorId, toId),
  ])
  const [row] = (met?.results ?? []) as { mayMeet: number }[]
  return row?.mayMeet === 1 ? readFollow(after) : { isFollowing: false, followers: 0 }
}

function readFollow(result: D1Result | undefined) {
  const [row] = (result?.results ?? []) as { isFollowing: number; followers: number }[]
  return { isFollowing: row?.isFollowing === 1, followers: row?.followers ?? 0 }
}
