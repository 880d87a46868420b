import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type EventCard, type EventPage, eventPageSize, type MyEventPage } from '../../domain/events/contract.ts'
import type { EventState, JoinerState, Visibility } from '../../domain/events/states.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { isHostOf, isOpenTo, isSeenBy } from './acting.ts'
import { isActive } from './seats.ts'

/** What stands the same in a card and in the form. */
export type BasicRow = {
  activity: string
  title: string
  pictureKey: string | null
  placeId: string | null
  placeName: string
  address: string
  lat: number
  lng: number
  timeZone: string
  startsAt: number
  endsAt: number
  levelMin: number | null
  levelMax: number | null
}

/** Its columns; `e` is the row of `events`. */
export const basicColumns = sql`
  e.activity, e.title, e.picture_key AS pictureKey, e.place_id AS placeId, e.place_name AS placeName, e.address, e.lat, e.lng,
  e.time_zone AS timeZone, e.starts_at AS startsAt, e.ends_at AS endsAt, e.level_min AS levelMin, e.level_max AS levelMax`

export type CardRow = BasicRow & {
  id: string
  capacity: number
  taken: number
  waiting: number
  hasSlots: number
  state: EventState
  visibility: Visibility
  teamId: string | null
  seriesId: string | null
  mine: JoinerState | null
}

export const cardColumns = (viewerId: string | null): SQL => sql`
  e.id, ${basicColumns}, e.capacity, e.taken, e.waiting, e.slots <> '[]' AS hasSlots, e.state, e.visibility, e.team_id AS teamId, e.series_id AS seriesId,
  ${viewerId === null ? sql`NULL` : sql`(SELECT state FROM joiners WHERE event_id = e.id AND user_id = ${viewerId})`} AS mine`

export const eventPictureUrl = (key: string | null) => (key === null ? null : photoUrl(key, 1280))

export const toCard = ({ pictureKey, placeId, placeName, address, lat, lng, hasSlots, ...row }: CardRow): EventCard => ({
  ...row,
  hasSlots: hasSlots === 1,
  pictureUrl: eventPictureUrl(pictureKey),
  where: { placeId, name: placeName, address, lat, lng },
})

const StartCursor = v.tuple([v.number(), v.string()])

/** Still going on, or yet to come. A game goes on for a day at most in the lists. */
const longestShown = day

type Mine = { when: 'upcoming' | 'past'; cursor?: string | undefined; now: number; size: number; more?: SQL }

/** What someone goes to, waits for or runs: the next first, or the last first; one more than fits, to know whether there is more. */
export function selectMyEvents(userId: string, { when, cursor, now, size, more = sql`` }: Mine): SQL {
  const after = readCursor(StartCursor, cursor)
  const isUpcoming = when === 'upcoming'
  const range = (startsAt: SQL, id: SQL) => {
    const edge = isUpcoming ? sql`${startsAt} > ${now - longestShown}` : sql`${startsAt} <= ${now}`
    if (!after) return edge
    return isUpcoming
      ? sql`${edge} AND (${startsAt}, ${id}) > (${after[0]}, ${after[1]})`
      : sql`${edge} AND (${startsAt}, ${id}) < (${after[0]}, ${after[1]})`
  }
  const order = isUpcoming ? sql`ASC` : sql`DESC`
  const part = (table: SQL, id: SQL, userColumn: SQL, more: SQL) => sql`
    SELECT * FROM (SELECT ${id} AS id FROM ${table} WHERE ${userColumn} = ${userId} AND ${range(sql`starts_at`, id)} ${more}
      ORDER BY starts_at ${order}, ${id} ${order} LIMIT ${size * 2})`
  const isOver = sql`e.ends_at <= ${now}`
  // Asked before the cut: a series that was called off would fill a page of what is over, and end the list there.
  const tookPlace = (id: SQL) => (isUpcoming ? sql`` : sql`AND (SELECT held.state FROM events held WHERE held.id = ${id}) = 'published'`)
  return sql`SELECT ${cardColumns(userId)}${more} FROM (
      ${part(sql`joiners`, sql`event_id`, sql`user_id`, sql`AND ${isActive} ${tookPlace(sql`joiners.event_id`)}`)}
      UNION ${part(sql`events`, sql`id`, sql`creator_id`, isUpcoming ? sql`` : sql`AND state = 'published'`)}
      UNION ${part(sql`event_hosts`, sql`event_id`, sql`user_id`, tookPlace(sql`event_hosts.event_id`))}) mine
    CROSS JOIN events e ON e.id = mine.id
    WHERE ${isUpcoming ? sql`NOT ${isOver}` : isOver} AND ${isSeenBy(userId)}
    ORDER BY e.starts_at ${order}, e.id ${order} LIMIT ${size + 1}`
}

export async function listMyEvents(db: Database, userId: string, asked: Omit<Mine, 'size' | 'more'>): Promise<MyEventPage> {
  const [found] = await runBatch<CardRow & { isHost: number }>(db, [
    selectMyEvents(userId, { ...asked, size: eventPageSize, more: sql`, ${isHostOf(userId)} AS isHost` }),
  ])
  const { page, next } = cutAtStart(found?.results ?? [])
  return { events: page.map(({ isHost, ...row }) => ({ ...toCard(row), isHost: isHost === 1 })), next }
}

/** Public games to come in which someone has a seat, as far as the viewer may find them. Whether they may be told of is asked before. */
export async function listGamesOf(
  db: Database,
  { viewerId, userId, now, limit }: { viewerId: string; userId: string; now: number; limit: number },
): Promise<EventCard[]> {
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns(viewerId)} FROM joiners j CROSS JOIN events e ON e.id = j.event_id
      WHERE j.user_id = ${userId} AND j.state = 'going' AND j.starts_at > ${now - longestShown}
        AND e.ends_at > ${now} AND e.state = 'published' AND e.visibility = 'public' AND ${isOpenTo(viewerId)}
      ORDER BY j.starts_at, j.event_id LIMIT ${limit}`,
  ])
  return (found?.results ?? []).map(toCard)
}

const cutAtStart = <Row extends CardRow>(rows: readonly Row[]) => cutPage(rows, eventPageSize, ({ startsAt, id }) => [startsAt, id])

const toPage = (rows: CardRow[]): EventPage => {
  const { page, next } = cutAtStart(rows)
  return { events: page.map(toCard), next }
}

export type EventsOf = { by: 'place' | 'team' | 'host' | 'series'; id: string; cursor?: string | undefined; now: number }
/** Whether lists name the event `e`: one for a team only where it is there for the viewer, one with a link nowhere. */
const isListedFor = (viewerId: string | null): SQL => sql`(e.visibility = 'public' OR (e.visibility = 'team' AND ${isSeenBy(viewerId)}))`

const columnOf = { place: sql`e.place_id`, team: sql`e.team_id`, host: sql`e.creator_id`, series: sql`e.series_id` }

/** What is to come at a place, in a community, by a host, as far as it is there for the viewer. */
export async function listEventsOf(db: Database, viewerId: string | null, { by, id, cursor, now }: EventsOf): Promise<EventPage> {
  const after = readCursor(StartCursor, cursor)
  // Without the plus SQLite goes through all that is to come anywhere, by the index over states.
  const isUp = sql`+e.state = 'published'`
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns(viewerId)} FROM events e
      WHERE ${columnOf[by]} = ${id} AND e.starts_at > ${now - longestShown} AND e.ends_at > ${now} AND ${isUp} AND ${isListedFor(viewerId)}
        ${viewerId === null ? sql`` : sql`AND ${isOpenTo(viewerId)}`}
        ${after ? sql`AND (e.starts_at, e.id) > (${after[0]}, ${after[1]})` : sql``}
      ORDER BY e.starts_at, e.id LIMIT ${eventPageSize + 1}`,
  ])
  return toPage(found?.results ?? [])
}

/** Of the next so many in a community, public or not, those are counted or told that the viewer may find. */
const lookedAtOfTeam = 30

const selectNextOfTeam = (teamId: SQL, now: number): SQL => sql`
  SELECT id, creator_id, team_id, state, visibility, starts_at, publish_at FROM events
  WHERE team_id = ${teamId} AND starts_at > ${now} ORDER BY starts_at, id LIMIT ${lookedAtOfTeam}`

/** The id of a community's next game, as discover finds it for the viewer. */
export const selectNextGame = (teamId: SQL, { viewerId, now }: { viewerId: string; now: number }): SQL => sql`
  SELECT e.id FROM (${selectNextOfTeam(teamId, now)}) e
  WHERE e.state = 'published' AND ${isListedFor(viewerId)} AND ${isOpenTo(viewerId)} ORDER BY e.starts_at, e.id LIMIT 1`

/** How many games are to come in a community, as far as they are counted. */
export const selectUpcomingCount = (
  teamId: SQL,
  { viewerId, now, most }: { viewerId: string | null; now: number; most: number },
): SQL => sql`
  SELECT min(count(*), ${most}) FROM (${selectNextOfTeam(teamId, now)}) e
    WHERE e.state = 'published' AND e.visibility = 'public' ${viewerId === null ? sql`` : sql`AND ${isOpenTo(viewerId)}`}`

/** Cards in the order of the ids; what is not there for the viewer, or not to be found by them, is left out. */
export async function listCards(db: Database, viewerId: string | null, ids: readonly string[]): Promise<EventCard[]> {
  if (ids.length === 0) return []
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns(viewerId)} FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN events e ON e.id = wanted.value
      WHERE e.state = 'published' AND e.visibility = 'public' ${viewerId === null ? sql`` : sql`AND ${isOpenTo(viewerId)}`} ORDER BY wanted.key`,
  ])
  return (found?.results ?? []).map(toCard)
}

/** For robots: what everybody may find and is still to come, what was put up last first. */
export async function listPublicEvents(db: Database, now: number, most: number): Promise<{ id: string; updatedAt: number }[]> {
  const [found] = await runBatch<{ id: string; updatedAt: number }>(db, [
    sql`SELECT id, updatedAt FROM (
        SELECT id, updated_at AS updatedAt, created_at AS createdAt FROM events
        WHERE state = 'published' AND starts_at > ${now} AND visibility = 'public' ORDER BY starts_at LIMIT ${most})
      ORDER BY createdAt DESC, id DESC`,
  ])
  return found?.results ?? []
}
