import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type ConnectionState, maxConnections, maxFollows } from '../../domain/connections/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { areComplete } from '../accounts/are-there.ts'
import { tellOf } from '../notifications/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { nobodyBlocked, personNotFound } from '../privacy/reach.ts'
import { isFollowedBy, selectConnection, selectConnectionRow, selectFollow } from './queries.ts'
import { connections, follows, followTotals } from './schema.ts'

/** Asked again inside the statements: a block that came a moment ago holds, and whoever left is gone. */
const mayMeet = (actorId: string, personId: string) => sql`${nobodyBlocked(actorId, personId)} AND ${areComplete([actorId, personId])}`

const selectMayMeet = (actorId: string, personId: string) =>
  select({ mayMeet: asBoolean }, sql`SELECT (${mayMeet(actorId, personId)}) AS mayMeet`)

/** Someone with as many as fit is told so; whoever may not be met is answered like nobody. */
const refuseMeeting = (met: { mayMeet: boolean } | undefined, code: 'ConnectionsFull' | 'FollowsFull'): AppError =>
  met?.mayMeet ? new AppError(code) : personNotFound()

const connectionOf = (userId: string, otherId: string) => and(eq(connections.userId, userId), eq(connections.otherId, otherId))

const hasRoom = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${connections} WHERE ${connections.userId} = ${userId}) < ${maxConnections}`

/** Asks to connect, or accepts what the other asked. Returns how the two stand now. */
export async function connect(db: Database, { now, newId, platform }: Acting, actorId: string, personId: string): Promise<ConnectionState> {
  const isAsked = sql`EXISTS (SELECT 1 FROM ${connections} WHERE ${connectionOf(actorId, personId)} AND ${connections.state} = 'received')
    AND ${mayMeet(actorId, personId)}`
  const isNew = sql`NOT EXISTS (${selectConnection(actorId, personId)}) AND ${mayMeet(actorId, personId)}
    AND ${hasRoom(actorId)} AND ${hasRoom(personId)}`
  const pair = { actorId, personId }
  const telling = { now, platform }
  const { met, after } = await runBatch(db, {
    acceptanceTold: tellOf({ kind: 'connected', ...pair }, { id: newId(), ...telling }, isAsked),
    requestTold: tellOf({ kind: 'connection-requested', ...pair }, { id: newId(), ...telling }, isNew),
    request: insertSelect(connections, { userId: actorId, otherId: personId, state: 'sent', since: now }, sql`WHERE ${isNew}`),
    acceptance: db
      .update(connections)
      .set({ state: 'connected', since: now })
      .where(sql`${connectionOf(actorId, personId)} AND ${isAsked}`),
    // The other side's row mirrors this one, whatever became of it.
    mirror: insertSelect(
      connections,
      {
        userId: connections.otherId,
        otherId: connections.userId,
        state: sql`iif(${connections.state} = 'connected', ${connections.state}, 'received')`,
        since: connections.since,
      },
      sql`FROM ${connections} WHERE ${connectionOf(actorId, personId)}
        ${onConflictUpdate(connections, ['userId', 'otherId'], { state: excluded(connections.state), since: excluded(connections.since) })}`,
    ),
    met: selectMayMeet(actorId, personId),
    after: selectConnectionRow(actorId, personId),
  })
  const [row] = after.rows
  if (!row) throw refuseMeeting(met.rows[0], 'ConnectionsFull')
  return row.state
}

/** Takes a request back, turns one down, or ends a connection: for both. Nobody is told. */
export async function disconnect(db: Database, actorId: string, otherId: string): Promise<void> {
  await write(db, db.delete(connections).where(or(connectionOf(actorId, otherId), connectionOf(otherId, actorId))))
}

export type FollowState = { isFollowing: boolean; followers: number }

export async function follow(db: Database, { now, newId, platform }: Acting, actorId: string, personId: string): Promise<FollowState> {
  const isNew = sql`NOT ${isFollowedBy(actorId, sql`${personId}`)} AND ${mayMeet(actorId, personId)}
    AND (SELECT count(*) FROM ${follows} WHERE ${follows.followerId} = ${actorId}) < ${maxFollows}`
  const { met, after } = await runBatch(db, {
    told: tellOf({ kind: 'followed', actorId, personId }, { id: newId(), now, platform }, isNew),
    counted: insertSelect(
      followTotals,
      { userId: personId, followers: 1 },
      sql`WHERE ${isNew} ${onConflictUpdate(followTotals, ['userId'], { followers: sql`${followTotals.followers} + 1` })}`,
    ),
    followed: insertSelect(follows, { followerId: actorId, followedId: personId, createdAt: now }, sql`WHERE ${isNew}`),
    met: selectMayMeet(actorId, personId),
    after: selectFollow(actorId, personId),
  })
  const [state] = after.rows
  if (!state?.isFollowing) throw refuseMeeting(met.rows[0], 'FollowsFull')
  return state
}

/** How many follow someone is told to whoever may see them: a number would show that a person who blocked them is there. */
export async function unfollow(db: Database, actorId: string, personId: string): Promise<FollowState> {
  const isMine = and(eq(follows.followerId, actorId), eq(follows.followedId, personId))
  const { met, after } = await runBatch(db, {
    counted: db
      .update(followTotals)
      .set({ followers: sql`${followTotals.followers} - 1` })
      .where(and(eq(followTotals.userId, personId), isFollowedBy(actorId, sql`${personId}`))),
    unfollowed: db.delete(follows).where(isMine),
    met: selectMayMeet(actorId, personId),
    after: selectFollow(actorId, personId),
  })
  const [state] = after.rows
  return met.rows[0]?.mayMeet && state ? state : { isFollowing: false, followers: 0 }
}
