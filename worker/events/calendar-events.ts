import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { sequenceAt } from '../../domain/calendar/sequence.ts'
import { calendarPast, maxPastInCalendar, maxUpcomingInCalendar } from '../../domain/calendar-addresses/contract.ts'
import { placeText } from '../../domain/events/place-text.ts'
import type { RichText } from '../../domain/rich-text/contract.ts'
import { toPlainLines } from '../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { selectGamesAsGuest } from '../orders/guest-seats.ts'
import { asBoolean, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { isListedFor, isOpenToViewer } from './queries.ts'
import { eventHosts, eventInvites, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

export const calendarFields = (isTentative: SQL) => ({
  id: e.id,
  version: e.version,
  title: e.title,
  description: e.description,
  placeName: e.placeName,
  address: e.address,
  lat: e.lat,
  lng: e.lng,
  timeZone: e.timeZone,
  startsAt: e.startsAt,
  endsAt: e.endsAt,
  state: e.state,
  updatedAt: e.updatedAt,
  isTentative: computed(isTentative, asBoolean),
})

type CalendarRow = RowOf<ReturnType<typeof selectTeamCalendar>>
type CalendarGame = Omit<CalendarRow, 'description' | 'isTentative'> & { about: RichText; isTentative?: boolean }

export const readCalendarRow = ({ description, ...row }: CalendarRow, origin: string): CalendarEvent =>
  toCalendarEvent({ ...row, about: readRichText(description) }, origin)

export const toCalendarEvent = (row: CalendarGame, origin: string): CalendarEvent => ({
  id: `${row.id}@gather`,
  sequence: sequenceAt(row.updatedAt, row.version),
  title: row.title,
  description: toPlainLines(row.about),
  url: `${origin}/evt/${row.id}`,
  place: placeText({ name: row.placeName, address: row.address }),
  lat: row.lat,
  lng: row.lng,
  timeZone: row.timeZone,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  isCancelled: row.state === 'cancelled',
  isTentative: row.isTentative ?? false,
  updatedAt: row.updatedAt,
})

type Source = { table: typeof joiners | typeof events | typeof eventHosts; id: SQLWrapper; where: SQL }

/** Selects the `id` of the nearest games of a list, upcoming and past. The list has an index by start. D1 allows few parts of a UNION. */
const selectNearest = ({ table, id, where }: Source, now: number): SQL => sql`SELECT id FROM (
  SELECT * FROM (SELECT ${id} AS id FROM ${table} WHERE ${where} AND ${table.startsAt} > ${now}
    ORDER BY ${table.startsAt}, ${id} LIMIT ${maxUpcomingInCalendar})
  UNION SELECT * FROM (SELECT ${id} AS id FROM ${table} WHERE ${where} AND ${table.startsAt} <= ${now} AND ${table.startsAt} > ${now - calendarPast}
    ORDER BY ${table.startsAt} DESC, ${id} DESC LIMIT ${maxPastInCalendar}))`

/** A draft is in no calendar. All others show when they are cancelled. */
const fromGames = (ids: SQL, isShown: SQL): SQL => sql`FROM (${ids}) mine CROSS JOIN ${events} ${e} ON ${e.id} = mine.id
  WHERE ${e.state} <> 'draft' AND ${isShown} ORDER BY ${e.startsAt}, ${e.id} LIMIT ${maxUpcomingInCalendar + maxPastInCalendar}`

const entry = alias(joiners, 'entry')
/** How many of a person's newest invitations are read. */
const maxInvitesRead = 200

/** Selects the `id` of each upcoming game to which the person is invited and has not answered, among their newest invitations. */
export const selectUnansweredInvites = (userId: string, now: number, isWanted: (eventId: SQLWrapper) => SQL): SQL => sql`
  SELECT newest.id AS id FROM (SELECT ${eventInvites.eventId} AS id FROM ${eventInvites} WHERE ${eventInvites.userId} = ${userId}
      ORDER BY ${eventInvites.createdAt} DESC LIMIT ${maxInvitesRead}) newest
    CROSS JOIN ${events} ON ${events.id} = newest.id AND ${events.startsAt} > ${now}
  WHERE ${isWanted(sql`newest.id`)} AND NOT EXISTS (SELECT 1 FROM ${joiners} ${entry} WHERE ${entry.eventId} = newest.id AND ${entry.userId} = ${userId})`

type PersonCalendar = { now: number; isSeasonGame: (eventId: SQLWrapper) => SQL }

/** The games in which a person has a seat or plays as a guest of a friend, those that they host, and games of their seasons that wait for their answer. */
export function selectPersonCalendar(userId: string, { now, isSeasonGame }: PersonCalendar) {
  const isGoing = sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${j.state} = 'going')`
  const isHosting = sql`(${e.creatorId} = ${userId}
    OR EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = ${userId}))`
  const sources: Source[] = [
    { table: joiners, id: joiners.eventId, where: sql`${joiners.userId} = ${userId} AND ${joiners.state} = 'going'` },
    { table: events, id: events.id, where: sql`${events.creatorId} = ${userId}` },
    { table: eventHosts, id: eventHosts.eventId, where: sql`${eventHosts.userId} = ${userId}` },
  ]
  const asGuest = sql`SELECT * FROM (SELECT paid.id AS id FROM (${selectGamesAsGuest(userId)}) paid
    CROSS JOIN ${events} ON ${events.id} = paid.id AND ${events.startsAt} > ${now - calendarPast}
    ORDER BY ${events.startsAt} DESC LIMIT ${maxUpcomingInCalendar})`
  const ids = sql.join(
    [...sources.map((source) => selectNearest(source, now)), asGuest, selectUnansweredInvites(userId, now, isSeasonGame)],
    sql` UNION `,
  )
  return selectFields(
    calendarFields(sql`NOT ${isGoing} AND NOT ${isHosting} AND ${e.id} NOT IN (${selectGamesAsGuest(userId)})`),
    fromGames(ids, isVisibleTo(userId)),
  )
}

/** The games of a team that a member can find. */
export const selectTeamCalendar = (userId: string, teamId: string, now: number) =>
  selectFields(
    calendarFields(sql`0`),
    fromGames(
      selectNearest({ table: events, id: events.id, where: sql`${events.teamId} = ${teamId}` }, now),
      sql`${isListedFor(userId)} AND ${isOpenToViewer(userId)}`,
    ),
  )
