import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CallPlayers } from '../../domain/places/contract.ts'
import { hereFor, pingFor, pingPause, pingReachesMost, placeFollowsMost } from '../../domain/places/kinds.ts'
import { tellCalled } from '../../domain/places/rules.ts'
import { hour } from '../../domain/time/spans.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { findStoredPlace, listFollowersFor, placeNotFound } from './queries.ts'

type Actor = { id: string; name: string }

/** Who comes back sooner has not been away: it is one visit. */
const sameVisit = 4 * hour

const isThere = (id: string) => sql`EXISTS (SELECT 1 FROM places WHERE id = ${id} AND deleted_at IS NULL)`
const selectIsThere = (id: string) => sql`SELECT ${isThere(id)} AS isThere`

function requirePlace(result: D1Result | undefined): void {
  const [row] = (result?.results ?? []) as { isThere: number }[]
  if (row?.isThere !== 1) throw placeNotFound()
}

export async function followPlace(db: Database, now: number, userId: string, id: string): Promise<void> {
  const [place, , follows] = await runBatch(db, [
    selectIsThere(id),
    sql`INSERT OR IGNORE INTO place_follows (place_id, user_id, created_at) SELECT ${id}, ${userId}, ${now}
      WHERE ${isThere(id)} AND (SELECT count(*) FROM place_follows WHERE user_id = ${userId}) < ${placeFollowsMost}`,
    sql`SELECT 1 FROM place_follows WHERE place_id = ${id} AND user_id = ${userId}`,
  ])
  requirePlace(place)
  if (!follows?.results.length) throw new AppError('FollowedPlacesFull')
}

export async function unfollowPlace(db: Database, userId: string, id: string): Promise<void> {
  await runBatch(db, [sql`DELETE FROM place_follows WHERE place_id = ${id} AND user_id = ${userId}`])
}

/** "I'm here", or still here. Nobody is at two places. Answers until when it says so. */
export async function arrive(db: Database, now: number, userId: string, id: string): Promise<number> {
  const until = now + hereFor
  const [place] = await runBatch(db, [
    selectIsThere(id),
    sql`UPDATE place_visits SET here_until = ${now} WHERE user_id = ${userId} AND place_id <> ${id} AND here_until > ${now} AND ${isThere(id)}`,
    sql`INSERT INTO place_visits (place_id, user_id, visits, last_at, here_until) SELECT ${id}, ${userId}, 1, ${now}, ${until} WHERE ${isThere(id)}
      ON CONFLICT (place_id, user_id) DO UPDATE SET
        visits = visits + iif(max(here_until, last_at + ${sameVisit}) <= ${now}, 1, 0), last_at = ${now}, here_until = ${until}`,
  ])
  requirePlace(place)
  return until
}

export async function leave(db: Database, now: number, userId: string, id: string): Promise<void> {
  await runBatch(db, [
    sql`UPDATE place_visits SET here_until = ${now} WHERE place_id = ${id} AND user_id = ${userId} AND here_until > ${now}`,
  ])
}

/** Calls those who follow a place, by someone who is there, and not again for a while. */
export async function callPlayers(
  db: Database,
  { now, newId, platform }: Acting,
  actor: Actor,
  placeId: string,
  { activity, needed }: CallPlayers,
): Promise<void> {
  const place = await findStoredPlace(db, placeId)
  if (!place) throw placeNotFound()
  const to = await listFollowersFor(db, placeId, actor.id, pingReachesMost)
  const id = newId()
  const isHere = sql`EXISTS (SELECT 1 FROM place_visits WHERE place_id = ${placeId} AND user_id = ${actor.id} AND here_until > ${now})`
  const isQuiet = sql`NOT EXISTS (SELECT 1 FROM place_pings WHERE place_id = ${placeId} AND expires_at > ${now + pingFor - pingPause})
    AND NOT EXISTS (SELECT 1 FROM place_pings WHERE user_id = ${actor.id} AND created_at > ${now - pingPause})`
  const may = sql`${isHere} AND ${isQuiet}`
  const tidings = tellCalled({ id, place, actor, activity, needed }, to)
  const results = await runBatch(db, [
    sql`SELECT ${isHere} AS isHere`,
    ...(to.length > 0 ? [tell(tidings, { id: newId(), now, platform }, may)] : []),
    sql`INSERT INTO place_pings (id, place_id, user_id, activity, needed, created_at, expires_at)
      SELECT ${id}, ${placeId}, ${actor.id}, ${activity}, ${needed}, ${now}, ${now + pingFor} WHERE ${may}`,
  ])
  // How many were told stays unsaid: beside the number of followers it would tell of blocks.
  if (results.at(-1)?.meta.changes) return
  const [row] = (results[0]?.results ?? []) as { isHere: number }[]
  if (row?.isHere !== 1) throw new AppError('NotAtPlace')
  throw new AppError('PlayersCalledLately')
}
