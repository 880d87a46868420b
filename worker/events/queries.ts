import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { type EventCard, type EventPage, eventPageSize, type MyEventPage } from '../../domain/events/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { readAll } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, orNull, type RowOfShape, selectFields } from '../platform/row-query.ts'
import { isHostOf, isOpenTo, isSeenBy } from './acting.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { isActiveIn } from './seats.ts'
import { e, j } from './tables.ts'

/** What is the same in a card and in the form. */
export const basicFields = {
  activity: e.activity,
  title: e.title,
  pictureKey: e.pictureKey,
  placeId: e.placeId,
  placeName: e.placeName,
  address: e.address,
  lat: e.lat,
  lng: e.lng,
  timeZone: e.timeZone,
  startsAt: e.startsAt,
  endsAt: e.endsAt,
  levelMin: e.levelMin,
  levelMax: e.levelMax,
}

/** The viewer's own part in the event `e`. */
const myState = (viewerId: string): SQL => {
  const mine = alias(joiners, 'mine_in')
  return sql`(SELECT ${mine.state} FROM ${joiners} ${mine} WHERE ${mine.eventId} = ${e.id} AND ${mine.userId} = ${viewerId})`
}

/** What a card shows of the event `e`. */
export const cardFields = (viewerId: string | null) => ({
  id: e.id,
  ...basicFields,
  capacity: e.capacity,
  taken: e.taken,
  waiting: e.waiting,
  hasSlots: computed(sql`${e.slots} <> '[]'`, asBoolean),
  state: e.state,
  visibility: e.visibility,
  teamId: e.teamId,
  seriesId: e.seriesId,
  mine: computed(viewerId === null ? sql`NULL` : myState(viewerId), orNull(joiners.state)),
})

export type CardRow = RowOfShape<ReturnType<typeof cardFields>>

export const eventPictureUrl = (key: string | null) => (key === null ? null : photoUrl(key, 1280))

export const toCard = ({ pictureKey, placeId, placeName, address, lat, lng, ...row }: CardRow): EventCard => ({
  ...row,
  pictureUrl: eventPictureUrl(pictureKey),
  where: { placeId, name: placeName, address, lat, lng },
})

const StartCursor = v.tuple([v.number(), v.string()])

/** Lists show games that are still going on, for a day at most, or yet to come. */
const longestShown = day

type Mine = { when: 'upcoming' | 'past'; cursor?: string | undefined; now: number; size: number }

/**
 * For `selectFields`: the events `e` that someone goes to, waits for or runs, the next first or the last first. One more than fits,
 * to know whether there are more.
 */
export function fromMyEvents(userId: string, { when, cursor, now, size }: Mine): SQL {
  const after = readCursor(StartCursor, cursor)
  const isUpcoming = when === 'upcoming'
  const held = alias(events, 'held')
  const order = isUpcoming ? sql`ASC` : sql`DESC`
  const inRange = (startsAt: SQL, id: SQL) => {
    const edge = isUpcoming ? sql`${startsAt} > ${now - longestShown}` : sql`${startsAt} <= ${now}`
    if (!after) return edge
    return isUpcoming
      ? sql`${edge} AND (${startsAt}, ${id}) > (${after[0]}, ${after[1]})`
      : sql`${edge} AND (${startsAt}, ${id}) < (${after[0]}, ${after[1]})`
  }
  const part = (table: typeof joiners | typeof events | typeof eventHosts, id: SQL, isMine: SQL) => {
    const startsAt = sql`${table.startsAt}`
    return sql`SELECT * FROM (SELECT ${id} AS id FROM ${table} WHERE ${isMine} AND ${inRange(startsAt, id)}
      ORDER BY ${startsAt} ${order}, ${id} ${order} LIMIT ${size * 2})`
  }
  // Asked before the cut: a cancelled series would fill a page of past games, and end the list there.
  const tookPlace = (id: SQL) =>
    isUpcoming ? sql`` : sql`AND (SELECT ${held.state} FROM ${events} ${held} WHERE ${held.id} = ${id}) = 'published'`
  const [joined, hosted] = [sql`${joiners.eventId}`, sql`${eventHosts.eventId}`]
  const isOver = sql`${e.endsAt} <= ${now}`
  return sql`FROM (
      ${part(joiners, joined, sql`${joiners.userId} = ${userId} AND ${isActiveIn(joiners)} ${tookPlace(joined)}`)}
      UNION ${part(events, sql`${events.id}`, sql`${events.creatorId} = ${userId} ${isUpcoming ? sql`` : sql`AND ${events.state} = 'published'`}`)}
      UNION ${part(eventHosts, hosted, sql`${eventHosts.userId} = ${userId} ${tookPlace(hosted)}`)}) mine
    CROSS JOIN ${events} ${e} ON ${e.id} = mine.id
    WHERE ${isUpcoming ? sql`NOT ${isOver}` : isOver} AND ${isSeenBy(userId)}
    ORDER BY ${e.startsAt} ${order}, ${e.id} ${order} LIMIT ${size + 1}`
}

export async function listMyEvents(db: Database, userId: string, asked: Omit<Mine, 'size'>): Promise<MyEventPage> {
  const fields = { ...cardFields(userId), isHost: computed(isHostOf(userId), asBoolean) }
  const rows = await readAll(db, selectFields(fields, fromMyEvents(userId, { ...asked, size: eventPageSize })))
  const { page, next } = cutAtStart(rows)
  return { events: page.map(({ isHost, ...row }) => ({ ...toCard(row), isHost })), next }
}

/** Public games to come in which someone has a seat, as far as the viewer may find them. Whether they may be told of is asked before. */
export async function listGamesOf(
  db: Database,
  { viewerId, userId, now, limit }: { viewerId: string; userId: string; now: number; limit: number },
): Promise<EventCard[]> {
  const rows = await readAll(
    db,
    selectFields(
      cardFields(viewerId),
      sql`FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
        WHERE ${j.userId} = ${userId} AND ${j.state} = 'going' AND ${j.startsAt} > ${now - longestShown}
          AND ${e.endsAt} > ${now} AND ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenTo(viewerId)}
        ORDER BY ${j.startsAt}, ${j.eventId} LIMIT ${limit}`,
    ),
  )
  return rows.map(toCard)
}

const cutAtStart = <Row extends CardRow>(rows: readonly Row[]) => cutPage(rows, eventPageSize, ({ startsAt, id }) => [startsAt, id])

export type EventsOf = { by: 'place' | 'team' | 'host' | 'series'; id: string; cursor?: string | undefined; now: number }

/** Whether lists name the event `e`: one for a team only where it is there for the viewer, one with a link nowhere. */
const isListedFor = (viewerId: string | null): SQL =>
  sql`(${e.visibility} = 'public' OR (${e.visibility} = 'team' AND ${isSeenBy(viewerId)}))`

const isOpenToViewer = (viewerId: string | null): SQL => (viewerId === null ? sql`1` : isOpenTo(viewerId))

const columnOf = { place: e.placeId, team: e.teamId, host: e.creatorId, series: e.seriesId }

/** What is to come at a place, in a community, by a host, as far as it is there for the viewer. */
export async function listEventsOf(db: Database, viewerId: string | null, { by, id, cursor, now }: EventsOf): Promise<EventPage> {
  const after = readCursor(StartCursor, cursor)
  // Without the plus SQLite goes through all that is to come anywhere, by the index over states.
  const isUp = sql`+${e.state} = 'published'`
  const rows = await readAll(
    db,
    selectFields(
      cardFields(viewerId),
      sql`FROM ${events} ${e}
        WHERE ${columnOf[by]} = ${id} AND ${e.startsAt} > ${now - longestShown} AND ${e.endsAt} > ${now} AND ${isUp} AND ${isListedFor(viewerId)}
          AND ${isOpenToViewer(viewerId)} ${after ? sql`AND (${e.startsAt}, ${e.id}) > (${after[0]}, ${after[1]})` : sql``}
        ORDER BY ${e.startsAt}, ${e.id} LIMIT ${eventPageSize + 1}`,
    ),
  )
  const { page, next } = cutAtStart(rows)
  return { events: page.map(toCard), next }
}

/** Of the next so many in a community, public or not, those are counted or told that the viewer may find. */
const lookedAtOfTeam = 30

const askedOfTeam = columnNames(
  events.id,
  events.creatorId,
  events.teamId,
  events.state,
  events.visibility,
  events.startsAt,
  events.publishAt,
)

/** The next games of a community under the name `e`, with the columns that are asked for below. */
const fromNextOfTeam = (teamId: SQL, now: number): SQL => sql`
  (SELECT ${askedOfTeam} FROM ${events} WHERE ${events.teamId} = ${teamId} AND ${events.startsAt} > ${now}
    ORDER BY ${events.startsAt}, ${events.id} LIMIT ${lookedAtOfTeam}) ${e}`

/** The id of a community's next game, as discover finds it for the viewer. */
export const selectNextGame = (teamId: SQL, { viewerId, now }: { viewerId: string; now: number }): SQL => sql`
  SELECT ${e.id} FROM ${fromNextOfTeam(teamId, now)}
  WHERE ${e.state} = 'published' AND ${isListedFor(viewerId)} AND ${isOpenTo(viewerId)} ORDER BY ${e.startsAt}, ${e.id} LIMIT 1`

/** How many games are to come in a community, as far as they are counted. */
export const selectUpcomingCount = (
  teamId: SQL,
  { viewerId, now, most }: { viewerId: string | null; now: number; most: number },
): SQL => sql`
  SELECT min(count(*), ${most}) FROM ${fromNextOfTeam(teamId, now)}
    WHERE ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenToViewer(viewerId)}`

/** Cards in the order of the ids; what is not there for the viewer, or not to be found by them, is left out. */
export async function listCards(db: Database, viewerId: string | null, ids: readonly string[]): Promise<EventCard[]> {
  if (ids.length === 0) return []
  const rows = await readAll(
    db,
    selectFields(
      cardFields(viewerId),
      sql`FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${events} ${e} ON ${e.id} = wanted.value
        WHERE ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenToViewer(viewerId)} ORDER BY wanted.key`,
    ),
  )
  return rows.map(toCard)
}

/** For robots: what everybody may find and is still to come, what was put up last first. */
export function listPublicEvents(db: Database, now: number, most: number): Promise<{ id: string; updatedAt: number }[]> {
  const next = db
    .select({ id: events.id, updatedAt: events.updatedAt, createdAt: events.createdAt })
    .from(events)
    .where(and(eq(events.state, 'published'), gt(events.startsAt, now), eq(events.visibility, 'public')))
    .orderBy(asc(events.startsAt))
    .limit(most)
    .as('next')
  return readAll(db, db.select({ id: next.id, updatedAt: next.updatedAt }).from(next).orderBy(desc(next.createdAt), desc(next.id)))
}
