import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type ConnectionPage, type ConnectionState, type FollowPage, peoplePageSize } from '../../domain/connections/contract.ts'
import { faceColumns, faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, select, selectFields } from '../platform/row-query.ts'
import { connections, follows, followTotals } from './schema.ts'

/** In a statement: the state of the connection between two people, as the viewer sees it. */
export const selectConnection = (viewerId: string, personId: SQLWrapper | string): SQL =>
  sql`SELECT ${connections.state} AS state FROM ${connections} WHERE ${connections.userId} = ${viewerId} AND ${connections.otherId} = ${personId}`

/** The same for a batch, with the note of a request. */
export const selectConnectionRow = (viewerId: string, personId: string) =>
  selectFields(
    { state: connections.state, note: connections.note },
    sql`FROM ${connections} WHERE ${connections.userId} = ${viewerId} AND ${connections.otherId} = ${personId}`,
  )

/** How many of the viewer's connections, the newest first, are compared with those of another person. */
const maxCompared = 100

/** For a batch: the people with whom both are connected. */
export const selectMutual = (viewerId: string, personId: string) => {
  const theirs = alias(connections, 'theirs')
  return selectFields(
    faceColumnsOf(people),
    sql`FROM (${selectConnected(viewerId, maxCompared)}) mine
      CROSS JOIN ${connections} ${theirs} ON ${theirs.userId} = ${personId} AND ${theirs.otherId} = mine.id AND ${theirs.state} = 'connected'
      CROSS JOIN ${people} ON ${people.id} = mine.id ORDER BY mine.rank, mine.id`,
  )
}

/** For a batch: the number of a person's followers, and whether the viewer is one of them. */
export const selectFollow = (viewerId: string, personId: string) =>
  select(
    { followers: asNumber, isFollowing: asBoolean },
    sql`SELECT coalesce((SELECT ${followTotals.followers} FROM ${followTotals} WHERE ${followTotals.userId} = ${personId}), 0) AS followers,
      ${isFollowedBy(viewerId, sql`${personId}`)} AS isFollowing`,
  )

/** In a statement: the people a person follows, as rows of `hostId`, newest first. */
export const selectFollowed = (followerId: string, limit: number): SQL => sql`
  SELECT ${follows.followedId} AS hostId FROM ${follows} WHERE ${follows.followerId} = ${followerId}
  ORDER BY ${follows.createdAt} DESC, ${follows.followedId} DESC LIMIT ${limit}`

/** In a statement: the people with whom a person is connected, newest first: `rank` grows with the age of the connection. */
export const selectConnected = (userId: string, limit: number): SQL => sql`
  SELECT ${connections.otherId} AS id, -${connections.since} AS rank FROM ${connections}
  WHERE ${connections.userId} = ${userId} AND ${connections.state} = 'connected' ORDER BY ${connections.since} DESC, ${connections.otherId} DESC LIMIT ${limit}`

export const isFollowedBy = (followerId: string, person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${follows} WHERE ${follows.followerId} = ${followerId} AND ${follows.followedId} = ${person})`

/** In a statement: the two are connected. */
export const isConnected = (viewerId: string, person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${connections}
    WHERE ${connections.userId} = ${viewerId} AND ${connections.otherId} = ${person} AND ${connections.state} = 'connected')`

const cutPeoplePage = <Row extends { id: string; since: number }>(rows: readonly Row[]) =>
  cutPage(rows, peoplePageSize, ({ since, id }) => [since, id])

/** Newest first. A block ends a connection, so the list contains nobody who is blocked. */
export async function listConnections(
  db: Database,
  userId: string,
  state: ConnectionState,
  cursor: string | undefined,
): Promise<ConnectionPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({ ...faceColumns, since: connections.since, note: connections.note })
      .from(connections)
      .innerJoin(people, eq(people.id, connections.otherId))
      .where(
        and(
          eq(connections.userId, userId),
          eq(connections.state, state),
          after ? sql`(${connections.since}, ${connections.otherId}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(connections.since), desc(connections.otherId))
      .limit(peoplePageSize + 1),
  )
  const { page, next } = cutPeoplePage(rows)
  return { connections: page.map((row) => ({ person: toFace(row), state, since: row.since, note: row.note })), next }
}

export async function listFollowed(db: Database, userId: string, cursor: string | undefined): Promise<FollowPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({ ...faceColumns, since: follows.createdAt })
      .from(follows)
      .innerJoin(people, eq(people.id, follows.followedId))
      .where(
        and(
          eq(follows.followerId, userId),
          after ? sql`(${follows.createdAt}, ${follows.followedId}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(follows.createdAt), desc(follows.followedId))
      .limit(peoplePageSize + 1),
  )
  const { page, next } = cutPeoplePage(rows)
  return { people: page.map(toFace), next }
}
