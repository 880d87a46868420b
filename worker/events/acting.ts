import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { rolesThatCan } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import type { JoinerState } from '../../domain/events/states.ts'
import { readFirst } from '../platform/batch.ts'
import { inList, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { communityMembers } from '../teams/shared.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e } from './tables.ts'

type Viewer = SQLWrapper | string | null

const tm = alias(communityMembers, 'tm')
const eh = alias(eventHosts, 'eh')
const bh = alias(eventHosts, 'bh')
const ej = alias(joiners, 'ej')

/** Whether the person runs the events of that community; without a person, whether anybody does. */
export const managesTeam = (teamId: SQLWrapper, person?: Viewer): SQL => sql`
  EXISTS (SELECT 1 FROM ${communityMembers} ${tm} WHERE ${tm.teamId} = ${teamId} AND ${tm.role} IN ${literalList(rolesThatCan('events.manage'))}
    ${person === undefined ? sql`` : sql`AND ${tm.userId} = ${person}`})`

/** Whether they run the event `e`: they put it up, host it with others, or run the team it is for. */
export const isHostOf = (viewer: Viewer): SQL => sql`
  (${e.creatorId} = ${viewer}
    OR EXISTS (SELECT 1 FROM ${eventHosts} ${eh} WHERE ${eh.eventId} = ${e.id} AND ${eh.userId} = ${viewer})
    OR (${e.teamId} IS NOT NULL AND ${managesTeam(e.teamId, viewer)}))`

/** `id` of each person who put up one of these events or hosts it beside them. */
export const selectHostIds = (eventIds: SQL): SQL => sql`
  SELECT ${events.creatorId} AS id FROM ${events} WHERE ${events.id} IN (${eventIds}) AND ${events.creatorId} IS NOT NULL
  UNION SELECT ${eventHosts.userId} AS id FROM ${eventHosts} WHERE ${eventHosts.eventId} IN (${eventIds})`

/** The draft `e` has a time to go up before it begins; as `isScheduled` of domain/events/states.ts has it. */
export const isScheduled = sql`(${e.state} = 'draft' AND ${e.publishAt} IS NOT NULL AND ${e.publishAt} < ${e.startsAt})`

/**
 * Whether the event `e` is there for them: a draft for its hosts, a team's for the team, all else for whoever has its address.
 * What is to go up at a time is so too, but for who is kept apart from its hosts: it is full for nobody yet.
 */
export const isSeenBy = (viewer: Viewer): SQL => sql`
  (((${e.state} <> 'draft' OR (${isScheduled} AND ${viewer === null ? sql`1` : isOpenTo(viewer)})) AND (${e.visibility} <> 'team'
      OR EXISTS (SELECT 1 FROM ${communityMembers} ${tm} WHERE ${tm.teamId} = ${e.teamId} AND ${tm.userId} = ${viewer})
      OR EXISTS (SELECT 1 FROM ${joiners} ${ej} WHERE ${ej.eventId} = ${e.id} AND ${ej.userId} = ${viewer} AND ${ej.state} = 'going')))
    OR ${isHostOf(viewer)})`

/** Nobody who runs it and the viewer have blocked each other. */
export const isOpenTo = (viewer: SQLWrapper | string): SQL => sql`
  (${nobodyBlocked(viewer, e.creatorId)}
    AND NOT EXISTS (SELECT 1 FROM ${eventHosts} ${bh} WHERE ${bh.eventId} = ${e.id} AND NOT (${nobodyBlocked(viewer, bh.userId)})))`

/** The event `e` is there for them, and nobody who runs it is kept apart from them. */
export const welcomes = (viewer: SQLWrapper | string): SQL => sql`(${isSeenBy(viewer)} AND ${isOpenTo(viewer)})`

/** For who runs it and who has such a part in it. Who does not see the event learns nothing of it. */
export async function requirePart(db: Database, viewerId: string, eventId: string, states: readonly JoinerState[]): Promise<void> {
  const isIn = sql`EXISTS (SELECT 1 FROM ${joiners} ${ej} WHERE ${ej.eventId} = ${e.id} AND ${ej.userId} = ${viewerId}
    AND ${inList(ej.state, states)})`
  const row = await readFirst(
    db,
    select(
      { isSeen: asBoolean, isIn: asBoolean },
      sql`SELECT ${isSeenBy(viewerId)} AS isSeen, ${isHostOf(viewerId)} OR ${isIn} AS isIn FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  )
  if (!row?.isSeen) throw eventNotFound()
  if (!row.isIn) throw new AppError('NotComing')
}

/** Whether there is such an event for them. */
export async function requireSeen(db: Database, viewerId: string, eventId: string): Promise<void> {
  const found = await readFirst(
    db,
    db
      .select({ id: e.id })
      .from(e)
      .where(and(eq(e.id, eventId), isSeenBy(viewerId))),
  )
  if (!found) throw eventNotFound()
}

/** A host's endpoint: who does not see the event learns nothing, who sees it learns that it is not theirs to run. */
export async function requireHost(db: Database, viewerId: string, eventId: string): Promise<void> {
  const row = await readFirst(
    db,
    select(
      { isSeen: asBoolean, isHost: asBoolean },
      sql`SELECT ${isSeenBy(viewerId)} AS isSeen, ${isHostOf(viewerId)} AS isHost FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  )
  if (!row?.isSeen) throw eventNotFound()
  if (!row.isHost) throw new AppError('NotItsHost')
}
