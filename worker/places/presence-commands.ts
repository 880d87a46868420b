import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CallPlayers } from '../../domain/places/contract.ts'
import { hereFor, maxPlaceFollows, pingFor, pingPause } from '../../domain/places/kinds.ts'
import { hour } from '../../domain/time/spans.ts'
import { tellOf } from '../notifications/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isPlace, isToldOfCall, placeNotFound } from './queries.ts'
import { placeFollows, placePings, places, placeVisits } from './schema.ts'

/** Who comes back sooner has not been away: it is one visit. */
const sameVisit = 4 * hour

const isThere = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${places} WHERE ${isPlace(id)})`
const selectIsThere = (id: string) => select({ isThere: asBoolean }, sql`SELECT ${isThere(id)} AS isThere`)

function requirePlace({ rows: [place] }: { rows: { isThere: boolean }[] }): void {
  if (!place?.isThere) throw placeNotFound()
}

const isFollow = (id: string, userId: string) => and(eq(placeFollows.placeId, id), eq(placeFollows.userId, userId))

export async function followPlace(db: Database, now: number, userId: string, id: string): Promise<void> {
  const hasRoom = sql`(SELECT count(*) FROM ${placeFollows} WHERE ${placeFollows.userId} = ${userId}) < ${maxPlaceFollows}`
  const { place, follow } = await runBatch(db, {
    place: selectIsThere(id),
    followed: insertSelect(
      placeFollows,
      { placeId: id, userId, createdAt: now },
      sql`WHERE ${isThere(id)} AND ${hasRoom} ON CONFLICT DO NOTHING`,
    ),
    follow: db.select({ createdAt: placeFollows.createdAt }).from(placeFollows).where(isFollow(id, userId)),
  })
  requirePlace(place)
  if (follow.rows.length === 0) throw new AppError('FollowedPlacesFull')
}

export async function unfollowPlace(db: Database, userId: string, id: string): Promise<void> {
  await write(db, db.delete(placeFollows).where(isFollow(id, userId)))
}

/** "I'm here", or still here. Nobody is at two places. Returns until when it says so. */
export async function arrive(db: Database, now: number, userId: string, id: string): Promise<number> {
  const until = now + hereFor
  const { visits, lastAt, hereUntil } = placeVisits
  const { place } = await runBatch(db, {
    place: selectIsThere(id),
    elsewhereEnded: db
      .update(placeVisits)
      .set({ hereUntil: now })
      .where(and(eq(placeVisits.userId, userId), ne(placeVisits.placeId, id), gt(hereUntil, now), isThere(id))),
    arrived: insertSelect(
      placeVisits,
      { placeId: id, userId, visits: 1, lastAt: now, hereUntil: until },
      sql`WHERE ${isThere(id)} ${onConflictUpdate(placeVisits, ['placeId', 'userId'], {
        visits: sql`${visits} + iif(max(${hereUntil}, ${lastAt} + ${sameVisit}) <= ${now}, 1, 0)`,
        lastAt: now,
        hereUntil: until,
      })}`,
    ),
  })
  requirePlace(place)
  return until
}

const isHereStill = (id: string, userId: string, now: number) =>
  and(eq(placeVisits.placeId, id), eq(placeVisits.userId, userId), gt(placeVisits.hereUntil, now))

export async function leave(db: Database, now: number, userId: string, id: string): Promise<void> {
  await write(
    db,
    db
      .update(placeVisits)
      .set({ hereUntil: now })
      .where(isHereStill(id, userId, now)),
  )
}

/** Calls those who follow a place, by someone who is there, and not again for a while. */
export async function callPlayers(
  db: Database,
  { now, newId, platform }: Acting,
  actorId: string,
  placeId: string,
  { activity, needed }: CallPlayers,
): Promise<void> {
  const id = newId()
  const isHere = sql`EXISTS (SELECT 1 FROM ${placeVisits} WHERE ${isHereStill(placeId, actorId, now)})`
  const calledHere = and(eq(placePings.placeId, placeId), gt(placePings.expiresAt, now + pingFor - pingPause))
  const calledByThem = and(eq(placePings.userId, actorId), gt(placePings.createdAt, now - pingPause))
  const mayCall = sql`${isThere(placeId)} AND ${isHere} AND NOT EXISTS (SELECT 1 FROM ${placePings} WHERE ${calledHere})
    AND NOT EXISTS (SELECT 1 FROM ${placePings} WHERE ${calledByThem})`
  const hasFollowers = sql`EXISTS (SELECT 1 FROM ${placeFollows} WHERE ${isToldOfCall(sql`${placeId}`, sql`${actorId}`)})`
  const { place, here, called } = await runBatch(db, {
    place: selectIsThere(placeId),
    here: select({ isHere: asBoolean }, sql`SELECT ${isHere} AS isHere`),
    told: tellOf({ kind: 'place-call', pingId: id }, { id: newId(), now, platform }, sql`${mayCall} AND ${hasFollowers}`),
    called: insertSelect(
      placePings,
      { id, placeId, userId: actorId, activity, needed, createdAt: now, expiresAt: now + pingFor },
      sql`WHERE ${mayCall}`,
    ),
  })
  // How many were told stays unsaid: beside the number of followers it would tell of blocks.
  if (called.changes > 0) return
  requirePlace(place)
  throw new AppError(here.rows[0]?.isHere ? 'PlayersCalledLately' : 'NotAtPlace')
}
