import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { type JoinerState, seatStates } from '../../domain/events/states.ts'
import { readFirst } from '../platform/batch.ts'
import { inList, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock, hasSomeBlock } from '../privacy/reach.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { e } from './tables.ts'

type Viewer = SQLWrapper | string | null

const tm = alias(communityMembers, 'tm')
const eh = alias(eventHosts, 'eh')
const bh = alias(eventHosts, 'bh')
const ej = alias(joiners, 'ej')

/** Whether the person manages the events of that team; without a person, whether anybody does. */
export const managesTeam = (teamId: SQLWrapper, person?: Viewer): SQL => sql`
  EXISTS (SELECT 1 FROM ${communityMembers} ${tm} WHERE ${tm.teamId} = ${teamId} AND ${mayDo(tm, 'events.manage')}
    ${person === undefined ? sql`` : sql`AND ${tm.userId} = ${person}`})`

/** Whether the viewer is a host of event `e`: its creator, a co-host, or a manager of its team's events. */
export const isHostOf = (viewer: Viewer): SQL => sql`
  (${e.creatorId} = ${viewer}
    OR EXISTS (SELECT 1 FROM ${eventHosts} ${eh} WHERE ${eh.eventId} = ${e.id} AND ${eh.userId} = ${viewer})
    OR (${e.teamId} IS NOT NULL AND ${managesTeam(e.teamId, viewer)}))`

const date = alias(events, 'date')

/** Whether the person is a host of all dates of this series that are still to come. */
export const hostsSeries = (personId: string, seriesId: SQLWrapper, now: number): SQL => sql`
  (${seriesId} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${events} ${date} WHERE ${date.seriesId} = ${seriesId} AND ${date.state} <> 'cancelled'
    AND ${date.startsAt} > ${now} AND NOT EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${date.id} AND ${isHostOf(personId)})))`

/** Selects the `id` of each creator and co-host of these events. */
export const selectHostIds = (eventIds: SQL): SQL => sql`
  SELECT ${events.creatorId} AS id FROM ${events} WHERE ${events.id} IN (${eventIds}) AND ${events.creatorId} IS NOT NULL
  UNION SELECT ${eventHosts.userId} AS id FROM ${eventHosts} WHERE ${eventHosts.eventId} IN (${eventIds})`

/** Whether event `e` is a scheduled draft. The same rule is in `isScheduled` of domain/events/states.ts. */
export const isScheduled = sql`(${e.state} = 'draft' AND ${e.publishAt} IS NOT NULL AND ${e.publishAt} < ${e.startsAt})`

/**
 * Whether the viewer can see event `e` and take part in it. Only hosts see a draft, and only members see a team's event; everybody
 * with the link sees any other event, including a scheduled draft. With a block between the viewer and a host, the event does not
 * exist for them: any other answer would show the block. Players who were given a seat keep it, and keep seeing the event.
 */
export const isVisibleTo = (viewer: Viewer): SQL => {
  const hasSeat = sql`EXISTS (SELECT 1 FROM ${joiners} ${ej} WHERE ${ej.eventId} = ${e.id} AND ${ej.userId} = ${viewer} AND ${ej.state} IN ${literalList(seatStates)})`
  return sql`
  (((${e.state} <> 'draft' OR ${isScheduled}) AND (${viewer === null ? sql`1` : hasNoBlockWithHosts(viewer)} OR ${hasSeat}) AND (${e.visibility} <> 'team'
      OR EXISTS (SELECT 1 FROM ${communityMembers} ${tm} WHERE ${tm.teamId} = ${e.teamId} AND ${tm.userId} = ${viewer})
      OR ${hasSeat}))
    OR ${isHostOf(viewer)})`
}

/** Whether there is no block between the viewer and any host of the event: of event `e`, if no other one is given. */
export const hasNoBlockWithHosts = (viewer: SQLWrapper | string, event: Record<'id' | 'creatorId', SQLWrapper> = e): SQL => sql`
  (${typeof viewer === 'string' ? sql`NOT ${hasSomeBlock(viewer)} OR` : sql``} (${hasNoBlock(viewer, event.creatorId)}
    AND NOT EXISTS (SELECT 1 FROM ${eventHosts} ${bh} WHERE ${bh.eventId} = ${event.id} AND NOT (${hasNoBlock(viewer, bh.userId)}))))`

/** Refuses everybody except hosts and players in one of these states. People who cannot see the event get "not found". */
export async function requireHostOrJoiner(db: Database, viewerId: string, eventId: string, states: readonly JoinerState[]): Promise<void> {
  const isIn = sql`EXISTS (SELECT 1 FROM ${joiners} ${ej} WHERE ${ej.eventId} = ${e.id} AND ${ej.userId} = ${viewerId}
    AND ${inList(ej.state, states)})`
  const row = await readFirst(
    db,
    select(
      { isSeen: asBoolean, isIn: asBoolean },
      sql`SELECT ${isVisibleTo(viewerId)} AS isSeen, ${isHostOf(viewerId)} OR ${isIn} AS isIn FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  )
  if (!row?.isSeen) throw eventNotFound()
  if (!row.isIn) throw new AppError('PlayersOnly')
}

/** Throws if the viewer cannot see the event. */
export async function requireVisible(db: Database, viewerId: string, eventId: string): Promise<void> {
  const found = await readFirst(
    db,
    db
      .select({ id: e.id })
      .from(e)
      .where(and(eq(e.id, eventId), isVisibleTo(viewerId))),
  )
  if (!found) throw eventNotFound()
}

/** Refuses everybody except hosts. People who cannot see the event get "not found", so that they do not learn that it exists. */
export async function requireHost(db: Database, viewerId: string, eventId: string): Promise<void> {
  const row = await readFirst(
    db,
    select(
      { isSeen: asBoolean, isHost: asBoolean },
      sql`SELECT ${isVisibleTo(viewerId)} AS isSeen, ${isHostOf(viewerId)} AS isHost FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  )
  if (!row?.isSeen) throw eventNotFound()
  if (!row.isHost) throw new AppError('HostsOnly')
}
