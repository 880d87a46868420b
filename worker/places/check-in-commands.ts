import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { CallPlayers } from '../../domain/places/contract.ts'
import { checkInDuration, maxPlaceFollows, playerCallDuration, playerCallPause } from '../../domain/places/kinds.ts'
import { isNearEnough } from '../../domain/places/rules.ts'
import { hour } from '../../domain/time/spans.ts'
import { isCheckedInToGameAt } from '../events/is-checked-in-to-game.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isNotifiedOfCall, isPlace, placeNotFound } from './queries.ts'
import { placeCheckIns, placeFollows, places, playerCalls } from './schema.ts'

/** A person who checks in again within this time has not left, so it counts as the same visit. */
const sameVisitPause = 4 * hour

const placeExists = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${places} WHERE ${isPlace(id)})`
const selectPlaceExists = (id: string) => select({ placeExists: asBoolean }, sql`SELECT ${placeExists(id)} AS placeExists`)

function requirePlace({ rows: [place] }: { rows: { placeExists: boolean }[] }): void {
  if (!place?.placeExists) throw placeNotFound()
}

const isFollowRow = (id: string, userId: string) => and(eq(placeFollows.placeId, id), eq(placeFollows.userId, userId))

export async function followPlace(db: Database, now: number, userId: string, id: string): Promise<void> {
  const hasRoom = sql`(SELECT count(*) FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId}) < ${maxPlaceFollows}`
  const { place, follow } = await runBatch(db, {
    place: selectPlaceExists(id),
    followed: insertSelect(
      placeFollows,
      { placeId: id, userId, createdAt: now },
      sql`WHERE ${placeExists(id)} AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    follow: db.select({ createdAt: placeFollows.createdAt }).from(placeFollows).where(isFollowRow(id, userId)),
  })
  requirePlace(place)
  if (follow.rows.length === 0) throw new AppError('FollowedPlacesFull')
}

export async function unfollowPlace(db: Database, userId: string, id: string): Promise<void> {
  await write(db, db.delete(placeFollows).where(isFollowRow(id, userId)))
}

/**
 * Refuses people who are not at the place: their browser says where they are, or a host has checked them in at a game there. The
 * position is not stored.
 */
export async function requirePresence(db: Database, now: number, userId: string, id: string, position: LatLng | null): Promise<void> {
  const { place, game } = await runBatch(db, {
    place: db.select({ lat: places.lat, lng: places.lng }).from(places).where(isPlace(id)),
    game: select({ isHere: asBoolean }, sql`SELECT ${isCheckedInToGameAt(id, userId, now)} AS isHere`),
  })
  const [found] = place.rows
  if (!found) throw placeNotFound()
  if (game.rows[0]?.isHere || (position && isNearEnough(found, position))) return
  throw new AppError(position ? 'NotNearPlace' : 'LocationNeeded')
}

/** Checks a person in, or extends their check-in. Checks them out of any other place. Returns when the check-in ends. */
export async function checkInToPlace(db: Database, now: number, userId: string, id: string): Promise<number> {
  const until = now + checkInDuration
  const { visits, lastAt, hereUntil } = placeCheckIns
  const { place } = await runBatch(db, {
    place: selectPlaceExists(id),
    endedElsewhere: db
      .update(placeCheckIns)
      .set({ hereUntil: now })
      .where(and(eq(placeCheckIns.userId, userId), ne(placeCheckIns.placeId, id), gt(hereUntil, now), placeExists(id))),
    checkedIn: insertSelect(
      placeCheckIns,
      { placeId: id, userId, visits: 1, lastAt: now, hereUntil: until },
      sql`WHERE ${placeExists(id)} ${onConflictUpdate(placeCheckIns, ['placeId', 'userId'], {
        visits: sql`${visits} + iif(max(${hereUntil}, ${lastAt} + ${sameVisitPause}) <= ${now}, 1, 0)`,
        lastAt: now,
        hereUntil: until,
      })}`,
    ),
  })
  requirePlace(place)
  return until
}

const isCheckedIn = (id: string, userId: string, now: number) =>
  and(eq(placeCheckIns.placeId, id), eq(placeCheckIns.userId, userId), gt(placeCheckIns.hereUntil, now))

export async function checkOutOfPlace(db: Database, now: number, userId: string, id: string): Promise<void> {
  await write(
    db,
    db
      .update(placeCheckIns)
      .set({ hereUntil: now })
      .where(isCheckedIn(id, userId, now)),
  )
}

/** Notifies the followers of a place that a person there needs players. Refused if the last call was too recent. */
export async function callPlayers(
  db: Database,
  { now, newId, platform }: CommandContext,
  actorId: string,
  placeId: string,
  { activity, needed }: CallPlayers,
): Promise<void> {
  const id = newId()
  const sent = { kind: 'playerCall', senderId: actorId, now } as const
  const isCallerHere = sql`EXISTS (SELECT 1 FROM ${placeCheckIns} WHERE ${isCheckedIn(placeId, actorId, now)})`
  const isRecentCallHere = and(eq(playerCalls.placeId, placeId), gt(playerCalls.expiresAt, now + playerCallDuration - playerCallPause))
  const isRecentCallByCaller = and(eq(playerCalls.userId, actorId), gt(playerCalls.createdAt, now - playerCallPause))
  const canCall = sql`${placeExists(placeId)} AND ${isCallerHere} AND NOT EXISTS (SELECT 1 FROM ${playerCalls} WHERE ${isRecentCallHere})
    AND NOT EXISTS (SELECT 1 FROM ${playerCalls} WHERE ${isRecentCallByCaller}) AND ${isWithinLimits(sent, actorId)}`
  const hasFollowers = sql`EXISTS (SELECT 1 FROM ${placeFollows} WHERE ${isNotifiedOfCall(sql`${placeId}`, sql`${actorId}`)})`
  const { counts, place, caller, called } = await runBatch(db, {
    counts: selectOutreachCounts(sent, actorId),
    place: selectPlaceExists(placeId),
    caller: select({ isCheckedIn: asBoolean }, sql`SELECT ${isCallerHere} AS isCheckedIn`),
    notified: notifyOf({ kind: 'place-call', pingId: id }, { id: newId(), now, platform }, sql`${canCall} AND ${hasFollowers}`),
    called: insertSelect(
      playerCalls,
      { id, placeId, userId: actorId, activity, needed, createdAt: now, expiresAt: now + playerCallDuration },
      sql`WHERE ${canCall}`,
    ),
    counted: countOutreach(sent, { id: newId(), recipientId: null }),
  })
  // We do not return how many people were notified: compared with the number of followers, it would reveal blocks.
  if (called.changes > 0) return
  requirePlace(place)
  if (!caller.rows[0]?.isCheckedIn) throw new AppError('NotAtPlace')
  throw explainLimits('playerCall', counts) ?? new AppError('PlayersJustCalled')
}
