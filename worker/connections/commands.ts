import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type ConnectionState, maxConnections, maxFollows } from '../../domain/connections/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { allProfilesComplete } from '../accounts/all-people-exist.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock, personNotFound } from '../privacy/reach.ts'
import { isFollowedBy, selectConnection, selectConnectionRow, selectFollow } from './queries.ts'
import { connections, follows, followTotals } from './schema.ts'

/**
 * Whether two people may interact: there is no block, and both have complete profiles. The statements check this again,
 * because a block or a deletion may have happened since the route checked it.
 */
const mayInteract = (actorId: string, personId: string) =>
  sql`${hasNoBlock(actorId, personId)} AND ${allProfilesComplete([actorId, personId])}`

const selectMayInteract = (actorId: string, personId: string) =>
  select({ mayInteract: asBoolean }, sql`SELECT (${mayInteract(actorId, personId)}) AS mayInteract`)

/** Reports a limit only if the two may interact. Otherwise the response is as if the person did not exist. */
const explainRefusal = (check: { mayInteract: boolean } | undefined, refusal: AppError): AppError =>
  check?.mayInteract ? refusal : personNotFound()

const isConnectionOf = (userId: string, otherId: string) => and(eq(connections.userId, userId), eq(connections.otherId, otherId))

const hasFreeConnection = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${connections} WHERE ${connections.userId} = ${userId}) < ${maxConnections}`

/** Requests a connection, or accepts the other person's request, which needs no note any more. Returns the new state. */
export async function connect(
  db: Database,
  { now, newId, platform }: CommandContext,
  { actorId, personId, note }: { actorId: string; personId: string; note: string },
): Promise<ConnectionState> {
  const sent = { kind: 'connectionRequest', senderId: actorId, now } as const
  const isAcceptance = sql`EXISTS (SELECT 1 FROM ${connections} WHERE ${isConnectionOf(actorId, personId)} AND ${connections.state} = 'received')
    AND ${mayInteract(actorId, personId)}`
  const isNew = sql`NOT EXISTS (${selectConnection(actorId, personId)}) AND ${mayInteract(actorId, personId)}
    AND ${hasFreeConnection(actorId)} AND ${hasFreeConnection(personId)} AND ${isWithinLimits(sent, personId)}`
  const pair = { actorId, personId }
  const context = { now, platform }
  const { counts, check, after } = await runBatch(db, {
    counts: selectOutreachCounts(sent, personId),
    acceptanceNotified: notifyOf({ kind: 'connected', ...pair }, { id: newId(), ...context }, isAcceptance),
    requestNotified: notifyOf({ kind: 'connection-requested', ...pair }, { id: newId(), ...context }, isNew),
    request: insertSelect(connections, { userId: actorId, otherId: personId, state: 'sent', since: now, note }, sql`WHERE ${isNew}`),
    counted: countOutreach(sent, { id: newId(), recipientId: personId }),
    acceptance: db
      .update(connections)
      .set({ state: 'connected', since: now, note: '' })
      .where(sql`${isConnectionOf(actorId, personId)} AND ${isAcceptance}`),
    // The other person's row mirrors this row, whether it was created or accepted.
    mirror: insertSelect(
      connections,
      {
        userId: connections.otherId,
        otherId: connections.userId,
        state: sql`iif(${connections.state} = 'connected', ${connections.state}, 'received')`,
        since: connections.since,
        note: connections.note,
      },
      sql`FROM ${connections} WHERE ${isConnectionOf(actorId, personId)}
        ${onConflictUpdate(connections, ['userId', 'otherId'], {
          state: excluded(connections.state),
          since: excluded(connections.since),
          note: excluded(connections.note),
        })}`,
    ),
    check: selectMayInteract(actorId, personId),
    after: selectConnectionRow(actorId, personId),
  })
  const [row] = after.rows
  if (!row) throw explainRefusal(check.rows[0], explainLimits('connectionRequest', counts) ?? new AppError('ConnectionsFull'))
  return row.state
}

/** Withdraws or declines a request, or ends a connection, for both people. Nobody is notified. */
export async function disconnect(db: Database, actorId: string, otherId: string): Promise<void> {
  await write(db, db.delete(connections).where(or(isConnectionOf(actorId, otherId), isConnectionOf(otherId, actorId))))
}

export type FollowState = { isFollowing: boolean; followers: number }

export async function follow(
  db: Database,
  { now, newId, platform }: CommandContext,
  actorId: string,
  personId: string,
): Promise<FollowState> {
  const sent = { kind: 'follow', senderId: actorId, now } as const
  const isNew = sql`NOT ${isFollowedBy(actorId, sql`${personId}`)} AND ${mayInteract(actorId, personId)}
    AND (SELECT count(*) FROM ${follows} WHERE ${follows.followerId} = ${actorId}) < ${maxFollows} AND ${isWithinLimits(sent, personId)}`
  const { counts, check, after } = await runBatch(db, {
    counts: selectOutreachCounts(sent, personId),
    notified: notifyOf({ kind: 'followed', actorId, personId }, { id: newId(), now, platform }, isNew),
    counted: insertSelect(
      followTotals,
      { userId: personId, followers: 1 },
      sql`WHERE ${isNew} ${onConflictUpdate(followTotals, ['userId'], { followers: sql`${followTotals.followers} + 1` })}`,
    ),
    followed: insertSelect(follows, { followerId: actorId, followedId: personId, createdAt: now }, sql`WHERE ${isNew}`),
    outreachCounted: countOutreach(sent, { id: newId(), recipientId: personId }),
    check: selectMayInteract(actorId, personId),
    after: selectFollow(actorId, personId),
  })
  const [state] = after.rows
  if (!state?.isFollowing) throw explainRefusal(check.rows[0], explainLimits('follow', counts) ?? new AppError('FollowsFull'))
  return state
}

/**
 * Returns the number of followers only if the two may interact. Otherwise the number would reveal that a person who blocked
 * the viewer exists.
 */
export async function unfollow(db: Database, actorId: string, personId: string): Promise<FollowState> {
  const isThisFollow = and(eq(follows.followerId, actorId), eq(follows.followedId, personId))
  const { check, after } = await runBatch(db, {
    counted: db
      .update(followTotals)
      .set({ followers: sql`${followTotals.followers} - 1` })
      .where(and(eq(followTotals.userId, personId), isFollowedBy(actorId, sql`${personId}`))),
    unfollowed: db.delete(follows).where(isThisFollow),
    check: selectMayInteract(actorId, personId),
    after: selectFollow(actorId, personId),
  })
  const [state] = after.rows
  return check.rows[0]?.mayInteract && state ? state : { isFollowing: false, followers: 0 }
}
