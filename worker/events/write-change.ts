import { and, eq, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventPart } from '../../domain/events/event-part-names.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { leaveGames } from '../messages/leave.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { type ColumnPart, columnsByPart } from './form-columns.ts'
import { isGoing } from './in-game.ts'
import type { PlannedDate } from './plan-change.ts'
import type { ResolvedLocation } from './resolve-location.ts'
import { coHostInvites, coHostLinks, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

const other = alias(events, 'other_date')

type Parts = { form: EventForm; where: ResolvedLocation; idsWith: (part: EventPart) => readonly string[] }

/** Writes each part to the dates that get it, and nothing else. */
export function writeParts(db: Database, { form, where, idsWith }: Parts) {
  const columns = columnsByPart(form, where)
  const parts = Object.keys(columns) as ColumnPart[]
  return parts.flatMap((part) => {
    const ids = idsWith(part)
    return ids.length === 0 ? [] : [db.update(events).set(columns[part]).where(inList(events.id, ids))]
  })
}

/** Writes what can be different on each date: its times and its title. If the start time changes, all reminders are sent again. */
export function updateTimesAndTitles(db: Database, dates: readonly PlannedDate[], now: number) {
  const planned = dates.map(({ row: { id }, title, startsAt, endsAt, joinsAt }) => ({ id, title, startsAt, endsAt, joinsAt }))
  return db
    .update(events)
    .set({
      title: sql`date.title`,
      reminded: sql`iif(${events.startsAt} = date.startsAt, ${events.reminded}, 0)`,
      startsAt: sql`date.startsAt`,
      endsAt: sql`date.endsAt`,
      joinsAt: sql`date.joinsAt`,
      version: sql`${events.version} + 1`,
      updatedAt: now,
    })
    .from(
      sql`(SELECT value->>'id' AS id, value->>'title' AS title, value->>'startsAt' AS startsAt, value->>'endsAt' AS endsAt,
        value->>'joinsAt' AS joinsAt
        FROM json_each(${JSON.stringify(planned)})) date`,
    )
    .where(sql`${events.id} = date.id`)
}

type CoHosts = { ids: readonly string[]; changedIds: readonly string[]; coHosts: readonly string[]; now: number }

/**
 * Removes co-hosts who are no longer in the list from the dates whose co-hosts change, and writes the new start of all dates. The links of
 * these dates end, and those of other dates that are for the whole series, so that who was removed cannot come back by one.
 */
export function removeCoHosts(db: Database, { ids, changedIds, coHosts, now }: CoHosts) {
  const isRemoved = and(inList(eventHosts.eventId, changedIds), not(inList(eventHosts.userId, coHosts)))
  const removedFrom = sql`SELECT ${eventHosts.eventId} FROM ${eventHosts} WHERE ${isRemoved}`
  return [
    db
      .update(eventHosts)
      .set({ startsAt: sql`${e.startsAt}` })
      .from(e)
      .where(and(eq(e.id, eventHosts.eventId), inList(eventHosts.eventId, ids))),
    db
      .update(coHostInvites)
      .set({ expiresAt: sql`min(${coHostInvites.expiresAt}, ${e.startsAt})` })
      .from(e)
      .where(and(eq(e.id, coHostInvites.eventId), inList(coHostInvites.eventId, ids))),
    sql`DELETE FROM ${coHostLinks} WHERE ${coHostLinks.eventId} IN (${removedFrom}) OR (${coHostLinks.isForSeries} AND ${coHostLinks.eventId} IN (
        SELECT ${other.id} FROM ${events} ${e} CROSS JOIN ${events} ${other} ON ${other.seriesId} = ${e.seriesId} WHERE ${e.id} IN (${removedFrom})))`,
    leaveGames(
      sql`SELECT ${eventHosts.eventId} AS eventId, ${eventHosts.userId} AS userId FROM ${eventHosts}
        WHERE ${isRemoved} AND NOT ${isGoing(eventHosts.eventId, eventHosts.userId)}`,
      now,
    ),
    // Who still plays stays in the conversation, and no longer keeps order there.
    leaveGames(
      sql`SELECT ${eventHosts.eventId} AS eventId, ${eventHosts.userId} AS userId FROM ${eventHosts}
        WHERE ${isRemoved} AND ${isGoing(eventHosts.eventId, eventHosts.userId)}`,
      now,
      { mayReturn: true },
    ),
    db.delete(eventHosts).where(isRemoved),
  ]
}
