import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type ConnectionPage, type ConnectionState, type FollowPage, peoplePageSize } from '../../domain/connections/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

/** For a batch: how two people stand to each other, seen from the viewer. */
export const selectConnection = (viewerId: string, personId: SQLWrapper | string) =>
  sql`SELECT state FROM connections WHERE user_id = ${viewerId} AND other_id = ${personId}`

export const selectFollow = (viewerId: string, personId: string) => sql`
  SELECT coalesce((SELECT followers FROM follow_totals WHERE user_id = ${personId}), 0) AS followers,
    ${isFollowedBy(viewerId, sql`${personId}`)} AS isFollowing`

/** For a statement: `hostId` of those whom someone follows, the latest first. */
export const selectFollowed = (followerId: string, most: number): SQL => sql`
  SELECT followed_id AS hostId FROM follows WHERE follower_id = ${followerId} ORDER BY created_at DESC, followed_id DESC LIMIT ${most}`

export const isFollowedBy = (followerId: string, person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM follows WHERE follower_id = ${followerId} AND followed_id = ${person})`

type PersonRow = { id: string; name: string | null; photoKey: string | null; since: number }

const toFace = ({ id, name, photoKey }: PersonRow) => makeFace(id, name, photoKey)

const cutPeople = (found: D1Result<PersonRow> | undefined) => cutPage(found?.results ?? [], peoplePageSize, ({ since, id }) => [since, id])

/** Newest first. A block ends what was between two people, so nobody blocked can stand here. */
export async function listConnections(
  db: Database,
  userId: string,
  state: ConnectionState,
  cursor: string | undefined,
): Promise<ConnectionPage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<PersonRow>(db, [
    sql`SELECT c.other_id AS id, u.display_name AS name, u.photo_key AS photoKey, c.since
      FROM connections c JOIN users u ON u.id = c.other_id
      WHERE c.user_id = ${userId} AND c.state = ${state} ${after ? sql`AND (c.since, c.other_id) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY c.since DESC, c.other_id DESC LIMIT ${peoplePageSize + 1}`,
  ])
  const { page, next } = cutPeople(found)
  return { connections: page.map((row) => ({ person: toFace(row), state, since: row.since })), next }
}

export async function listFollowed(db: Database, userId: string, cursor: string | undefined): Promise<FollowPage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<PersonRow>(db, [
    sql`SELECT f.followed_id AS id, u.display_name AS name, u.photo_key AS photoKey, f.created_at AS since
      FROM follows f JOIN users u ON u.id = f.followed_id
      WHERE f.follower_id = ${userId} ${after ? sql`AND (f.created_at, f.followed_id) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY f.created_at DESC, f.followed_id DESC LIMIT ${peoplePageSize + 1}`,
  ])
  const { page, next } = cutPeople(found)
  return { people: page.map(toFace), next }
}
