import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { rolesThatCan } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import type { JoinerState } from '../../domain/events/states.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

const manages = sql.raw(`('${rolesThatCan('events.manage').join("', '")}')`)

/** The rows of who runs a team's events. */
export const managersOf = (teamId: SQLWrapper): SQL =>
  sql`SELECT 1 FROM team_members tm WHERE tm.team_id = ${teamId} AND tm.role IN ${manages}`

/** Whether they run the event `e`: they put it up, host it with others, or run the team it is for. */
export const isHostOf = (viewer: SQLWrapper | string | null): SQL => sql`
  (e.creator_id = ${viewer} OR EXISTS (SELECT 1 FROM event_hosts eh WHERE eh.event_id = e.id AND eh.user_id = ${viewer})
    OR (e.team_id IS NOT NULL AND EXISTS (${managersOf(sql`e.team_id`)} AND tm.user_id = ${viewer})))`

/** The draft `e` has a time to go up before it begins; as `isScheduled` of domain/events/states.ts has it. */
export const isScheduled = sql`(e.state = 'draft' AND e.publish_at IS NOT NULL AND e.publish_at < e.starts_at)`

/**
 * Whether the event `e` is there for them: a draft for its hosts, a team's for the team, all else for whoever has its address.
 * What is to go up at a time is so too, but for who is kept apart from its hosts: it is full for nobody yet.
 */
export const isSeenBy = (viewer: SQLWrapper | string | null): SQL => sql`
  (((e.state <> 'draft' OR (${isScheduled} AND ${viewer === null ? sql`1` : isOpenTo(viewer)})) AND (e.visibility <> 'team'
      OR EXISTS (SELECT 1 FROM team_members tm WHERE tm.team_id = e.team_id AND tm.user_id = ${viewer})
      OR EXISTS (SELECT 1 FROM joiners ej WHERE ej.event_id = e.id AND ej.user_id = ${viewer} AND ej.state = 'going')))
    OR ${isHostOf(viewer)})`

/** Nobody who runs it and the viewer have blocked each other. */
export const isOpenTo = (viewer: SQLWrapper | string): SQL => sql`
  (${nobodyBlocked(viewer, sql`e.creator_id`)}
    AND NOT EXISTS (SELECT 1 FROM event_hosts bh WHERE bh.event_id = e.id AND NOT (${nobodyBlocked(viewer, sql`bh.user_id`)})))`

/** The event `e` is there for them, and nobody who runs it is kept apart from them. */
export const welcomes = (viewer: SQLWrapper | string): SQL => sql`(${isSeenBy(viewer)} AND ${isOpenTo(viewer)})`

/** For who runs it and who has such a part in it. Who does not see the event learns nothing of it. */
export async function requirePart(db: Database, viewerId: string, eventId: string, states: readonly JoinerState[]): Promise<void> {
  const [found] = await runBatch<{ isSeen: number; isIn: number }>(db, [
    sql`SELECT ${isSeenBy(viewerId)} AS isSeen, ${isHostOf(viewerId)} OR EXISTS (SELECT 1 FROM joiners ij WHERE ij.event_id = e.id
        AND ij.user_id = ${viewerId} AND ij.state IN (SELECT value FROM json_each(${JSON.stringify(states)}))) AS isIn FROM events e WHERE e.id = ${eventId}`,
  ])
  const row = found?.results[0]
  if (!row || row.isSeen === 0) throw eventNotFound()
  if (row.isIn === 0) throw new AppError('NotComing')
}

/** Whether there is such an event for them. */
export async function requireSeen(db: Database, viewerId: string, eventId: string): Promise<void> {
  const [found] = await runBatch(db, [sql`SELECT 1 FROM events e WHERE e.id = ${eventId} AND ${isSeenBy(viewerId)}`])
  if (!found?.results[0]) throw eventNotFound()
}

/** A host's endpoint: who does not see the event learns nothing, who sees it learns that it is not theirs to run. */
export async function requireHost(db: Database, viewerId: string, eventId: string): Promise<void> {
  const [found] = await runBatch<{ isSeen: number; isHost: number }>(db, [
    sql`SELECT ${isSeenBy(viewerId)} AS isSeen, ${isHostOf(viewerId)} AS isHost FROM events e WHERE e.id = ${eventId}`,
  ])
  const row = found?.results[0]
  if (!row || row.isSeen === 0) throw eventNotFound()
  if (row.isHost === 0) throw new AppError('NotItsHost')
}
