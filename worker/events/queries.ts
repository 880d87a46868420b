import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { type EventCard, eventPageSize, type ListedEvent, type MyEventPage } from '../../domain/events/contract.ts'
import { groupSeries } from '../../domain/events/keep-first-of-series.ts'
import { cardPriceOf } from '../../domain/events/seat-price.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { readAll } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, computed, orNull, type RowOfShape, selectFields } from '../platform/row-query.ts'
import { hasNoBlockWithHosts, isHostOf, isVisibleTo } from './acting.ts'
import { nextDatesField } from './next-dates.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { e, j } from './tables.ts'

/** The fields that a card and the form have in common. */
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

/** The viewer's state in event `e`. */
const myState = (viewerId: string): SQL => {
  const mine = alias(joiners, 'mine_in')
  return sql`(SELECT ${mine.state} FROM ${joiners} ${mine} WHERE ${mine.eventId} = ${e.id} AND ${mine.userId} = ${viewerId})`
}

/** The fields of event `e` on a card. */
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
  pricing: e.pricing,
  mine: computed(viewerId === null ? sql`NULL` : myState(viewerId), orNull(joiners.state)),
})

export type CardRow = RowOfShape<ReturnType<typeof cardFields>>

export const eventPictureUrl = (key: string | null) => (key === null ? null : photoUrl(key, 1280))

export const toCard = ({ pictureKey, placeId, placeName, address, lat, lng, pricing, ...row }: CardRow, now: number): EventCard => ({
  ...row,
  price: pricing && cardPriceOf(pricing, row.startsAt, now),
  pictureUrl: eventPictureUrl(pictureKey),
  where: { placeId, name: placeName, address, lat, lng },
})

export const StartCursor = v.tuple([v.number(), v.string()])

/** Lists show upcoming games, and games that have started if they started less than a day ago. */
export const maxTimeSinceStart = day

type MyEventsQuery = { when: 'upcoming' | 'past'; cursor?: string | undefined; now: number; size: number }

/**
 * For `selectFields`: the events `e` that a person joined, waits for or hosts, upcoming or past, nearest first. It selects one more
 * than fits on a page, to know whether there are more.
 */
function fromMyEvents(userId: string, { when, cursor, now, size }: MyEventsQuery): SQL {
  const after = readCursor(StartCursor, cursor)
  const isUpcoming = when === 'upcoming'
  const game = alias(events, 'game')
  const order = isUpcoming ? sql`ASC` : sql`DESC`
  const inRange = (startsAt: SQL, id: SQL) => {
    const edge = isUpcoming ? sql`${startsAt} > ${now - maxTimeSinceStart}` : sql`${startsAt} <= ${now}`
    if (!after) return edge
    return isUpcoming
      ? sql`${edge} AND (${startsAt}, ${id}) > (${after[0]}, ${after[1]})`
      : sql`${edge} AND (${startsAt}, ${id}) < (${after[0]}, ${after[1]})`
  }
  const selectFrom = (table: typeof joiners | typeof events | typeof eventHosts, id: SQL, isMine: SQL) => {
    const startsAt = sql`${table.startsAt}`
    return sql`SELECT * FROM (SELECT ${id} AS id FROM ${table} WHERE ${isMine} AND ${inRange(startsAt, id)}
      ORDER BY ${startsAt} ${order}, ${id} ${order} LIMIT ${size * 2})`
  }
  // This must be checked before the LIMIT. Otherwise a cancelled series fills the page and the list of past games ends there.
  const tookPlace = (id: SQL) =>
    isUpcoming ? sql`` : sql`AND (SELECT ${game.state} FROM ${events} ${game} WHERE ${game.id} = ${id}) = 'published'`
  const [joined, hosted] = [sql`${joiners.eventId}`, sql`${eventHosts.eventId}`]
  const isOver = sql`${e.endsAt} <= ${now}`
  return sql`FROM (
      ${selectFrom(joiners, joined, sql`${joiners.userId} = ${userId} AND ${isActiveIn(joiners)} ${tookPlace(joined)}`)}
      UNION ${selectFrom(events, sql`${events.id}`, sql`${events.creatorId} = ${userId} ${isUpcoming ? sql`` : sql`AND ${events.state} = 'published'`}`)}
      UNION ${selectFrom(eventHosts, hosted, sql`${eventHosts.userId} = ${userId} ${tookPlace(hosted)}`)}) mine
    CROSS JOIN ${events} ${e} ON ${e.id} = mine.id
    WHERE ${isUpcoming ? sql`NOT ${isOver}` : isOver} AND ${isVisibleTo(userId)}
    ORDER BY ${e.startsAt} ${order}, ${e.id} ${order} LIMIT ${size + 1}`
}

export async function listMyEvents(db: Database, userId: string, query: Omit<MyEventsQuery, 'size'>): Promise<MyEventPage> {
  const fields = { ...cardFields(userId), isHost: computed(isHostOf(userId), asBoolean) }
  const rows = await readAll(db, selectFields(fields, fromMyEvents(userId, { ...query, size: eventPageSize })))
  const { page, next } = cutPage(rows, eventPageSize, ({ startsAt, id }) => [startsAt, id])
  return { events: page.map(({ isHost, ...row }) => ({ ...toCard(row, query.now), isHost })), next }
}

/** How many of a person's next games are read. A series is one row of a list, so these are more games than the list has rows. */
const maxOwnGamesRead = 60

/**
 * The upcoming public games in which a person has a seat, as far as the viewer can find them. The caller checks before whether the
 * person shares their games with the viewer.
 */
export async function listGamesOf(
  db: Database,
  { viewerId, userId, now, limit }: { viewerId: string; userId: string; now: number; limit: number },
): Promise<ListedEvent[]> {
  const rows = await readAll(
    db,
    selectFields(
      cardFields(viewerId),
      sql`FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
        WHERE ${j.userId} = ${userId} AND ${j.state} = 'going' AND ${j.startsAt} > ${now - maxTimeSinceStart}
          AND ${e.endsAt} > ${now} AND ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${hasNoBlockWithHosts(viewerId)}
        ORDER BY ${j.startsAt}, ${j.eventId} LIMIT ${maxOwnGamesRead}`,
    ),
  )
  return groupSeries(rows.map((row) => toCard(row, now))).slice(0, limit)
}

/** Whether lists show event `e` to the viewer: public games always, a team's games to those who can see them, games by link never. */
export const isListedFor = (viewerId: string | null): SQL =>
  sql`(${e.visibility} = 'public' OR (${e.visibility} = 'team' AND ${isVisibleTo(viewerId)}))`

export const isOpenToViewer = (viewerId: string | null): SQL => (viewerId === null ? sql`1` : hasNoBlockWithHosts(viewerId))

/** How many of a team's next games are read, public or not, to find or count those that the viewer can find. */
const maxTeamGamesRead = 30

const teamGameColumns = columnNames(
  events.id,
  events.creatorId,
  events.teamId,
  events.state,
  events.visibility,
  events.startsAt,
  events.publishAt,
)

/** The next games of a team as table `e`, with the columns that the conditions below use. */
const fromNextOfTeam = (teamId: SQL, now: number, maxRead = maxTeamGamesRead): SQL => sql`
  (SELECT ${teamGameColumns} FROM ${events} WHERE ${events.teamId} = ${teamId} AND ${events.startsAt} > ${now}
    ORDER BY ${events.startsAt}, ${events.id} LIMIT ${maxRead}) ${e}`

/** Selects the id of a team's next game that the viewer can find, among the next `maxRead` games. */
export const selectNextGame = (
  teamId: SQL,
  { viewerId, now, maxRead }: { viewerId: string | null; now: number; maxRead?: number },
): SQL => sql`
  SELECT ${e.id} FROM ${fromNextOfTeam(teamId, now, maxRead)}
  WHERE ${e.state} = 'published' AND ${isListedFor(viewerId)} AND ${isOpenToViewer(viewerId)} ORDER BY ${e.startsAt}, ${e.id} LIMIT 1`

/** Selects the number of a team's upcoming games, up to `max`. */
export const selectUpcomingCount = (teamId: SQL, { viewerId, now, max }: { viewerId: string | null; now: number; max: number }): SQL => sql`
  SELECT min(count(*), ${max}) FROM ${fromNextOfTeam(teamId, now)}
    WHERE ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenToViewer(viewerId)}`

/** Lists cards in the order of the ids, without the games that the viewer cannot find. */
export async function listCards(
  db: Database,
  { viewerId, now }: { viewerId: string | null; now: number },
  ids: readonly string[],
): Promise<ListedEvent[]> {
  if (ids.length === 0) return []
  const rows = await readAll(
    db,
    selectFields(
      { ...cardFields(viewerId), nextDates: nextDatesField(viewerId) },
      sql`FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${events} ${e} ON ${e.id} = wanted.value
        WHERE ${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenToViewer(viewerId)} ORDER BY wanted.key`,
    ),
  )
  return rows.map(({ nextDates, ...row }) => ({ ...toCard(row, now), nextDates }))
}

/** Lists upcoming public games for search engines, the newest first. */
export function listPublicEvents(db: Database, now: number, max: number): Promise<(LatLng & { id: string; updatedAt: number })[]> {
  const next = db
    .select({ id: events.id, lat: events.lat, lng: events.lng, updatedAt: events.updatedAt, createdAt: events.createdAt })
    .from(events)
    .where(and(eq(events.state, 'published'), gt(events.startsAt, now), eq(events.visibility, 'public')))
    .orderBy(asc(events.startsAt))
    .limit(max)
    .as('next')
  return readAll(
    db,
    db
      .select({ id: next.id, lat: next.lat, lng: next.lng, updatedAt: next.updatedAt })
      .from(next)
      .orderBy(desc(next.createdAt), desc(next.id)),
  )
}
