import { sql } from 'drizzle-orm'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { maxOtherInCalendar } from '../../domain/calendar-addresses/contract.ts'
import { asNumber, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { externalGames as games, externalTeams as teams } from './schema.ts'

/** The next games of a person's teams on other sites, for their own calendar. */
export const selectCalendarGames = (userId: string, now: number) =>
  selectFields(
    {
      teamId: games.externalTeamId,
      teamName: teams.name,
      timeZone: teams.timeZone,
      loadedAt: computed(sql`coalesce(${teams.expandedAt}, ${teams.createdAt})`, asNumber),
      uid: games.uid,
      occurrence: games.occurrence,
      title: games.title,
      place: games.place,
      startsAt: games.startsAt,
      endsAt: games.endsAt,
      firstDate: games.firstDate,
      lastDate: games.lastDate,
      isCancelled: games.isCancelled,
    },
    sql`FROM ${games} CROSS JOIN ${teams} ON ${teams.id} = ${games.externalTeamId}
      WHERE ${games.userId} = ${userId} AND ${games.endsAt} > ${now}
      ORDER BY ${games.startsAt}, ${games.externalTeamId}, ${games.uid}, ${games.occurrence} LIMIT ${maxOtherInCalendar}`,
  )

export const toOtherCalendarEvent = (row: RowOf<ReturnType<typeof selectCalendarGames>>): CalendarEvent => ({
  id: `${row.teamId}/${row.occurrence}/${row.uid}@gather`,
  sequence: 0,
  title: row.title,
  description: row.teamName,
  url: '',
  place: row.place,
  lat: null,
  lng: null,
  timeZone: row.timeZone,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  isCancelled: row.isCancelled,
  updatedAt: row.loadedAt,
  days: row.firstDate !== null && row.lastDate !== null ? { firstDate: row.firstDate, lastDate: row.lastDate } : null,
})
