import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { coHostInviteDuration } from '../../domain/events/rules.ts'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften } from '../outreach/commands.ts'
import { AssertionFailed, type MessageInsert, mustHold } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { hasNoBlockWithHosts, isHostOf } from './acting.ts'
import { coHostInvites, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

/** An invitation to be a co-host of event `e`. */
export const ci = alias(coHostInvites, 'ci')

/**
 * Whether invitation `ci` to event `e` can be accepted: in time, from a person who is still a host, and without a block between the
 * person and any host.
 */
export const isOpenInvite = (now: number): SQL => sql`
  (${ci.expiresAt} > ${now} AND ${e.state} <> 'cancelled' AND ${isHostOf(ci.inviterId)} AND ${hasNoBlock(ci.userId, ci.inviterId)}
    AND ${hasNoBlockWithHosts(ci.userId)})`

/** Whether this person has an open invitation to event `e`. */
export const isInvitedToHost = (person: SQL, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${coHostInvites} ${ci} WHERE ${ci.eventId} = ${e.id} AND ${ci.userId} = ${person} AND ${isOpenInvite(now)})`

type Asked = {
  actorId: string
  /** The dates that get these co-hosts. */
  ids: readonly string[]
  coHosts: readonly string[]
  now: number
  /** A prefix for the ids of new rows. */
  newId: () => string
  platform?: PlatformId | undefined
  /** A condition for all of it. */
  when?: SQL
}

/**
 * Asks people to be co-hosts, and takes invitations back from people who are no longer in the list. Each person is asked once for
 * all dates. Nobody becomes a co-host by it, except a host who adds themselves. It fails if it would pass a limit.
 */
export function askCoHosts({ actorId, ids, coHosts, now, newId, platform, when = sql`1` }: Asked): (SQL | MessageInsert)[] {
  if (ids.length === 0) return []
  const sent = { kind: 'coHostInvite', senderId: actorId, now } as const
  const list = sql`(SELECT DISTINCT value FROM json_each(${JSON.stringify(coHosts)}))`
  const isHost = sql`EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id} AND ${eventHosts.userId} = h.value)`
  const candidates = sql`FROM ${list} h CROSS JOIN ${events} ${e}
    WHERE ${inList(e.id, ids)} AND ${when} AND h.value IS NOT ${e.creatorId} AND NOT ${isHost}`
  const added = sql`${candidates} AND h.value <> ${actorId} AND NOT ${isInvitedToHost(sql`h.value`, now)}`
  const people = sql`SELECT h.value AS personId, ${e.id} AS eventId, min(${e.startsAt}) ${added} GROUP BY h.value`
  const isStillOpen = sql`EXISTS (SELECT 1 FROM ${coHostInvites} ${ci} JOIN ${events} ${e} ON ${e.id} = ${ci.eventId}
    WHERE ${ci.eventId} = ${coHostInvites.eventId} AND ${ci.userId} = ${coHostInvites.userId} AND ${isOpenInvite(now)})`
  return [
    sql`DELETE FROM ${coHostInvites} WHERE ${inList(coHostInvites.eventId, ids)} AND ${when}
      AND (${coHostInvites.userId} NOT IN ${list} OR NOT ${isStillOpen})`,
    mustHold('co-hosts-left-today', sql`((SELECT count(*) FROM (${people})) <= ${countLeftToday(sent)})`),
    mustHold(
      'co-hosts-not-asked-too-often',
      sql`(NOT EXISTS (SELECT 1 FROM (${people}) p WHERE NOT (${isNotAskedTooOften(sent, sql`p.personId`)})))`,
    ),
    countOutreachTo(sent, sql`SELECT ${`${newId()}:`} || personId AS id, personId AS recipientId FROM (${people})`),
    notifyOfRows(
      sql`SELECT ${`co-host-asked:${newId()}:`} || personId AS id,
          json_object('kind', 'co-host-asked', 'eventId', eventId, 'actorId', ${actorId}, 'personId', personId, 'at', ${now}) AS fact
        FROM (${people})`,
      { now, platform },
    ),
    insertSelect(
      coHostInvites,
      {
        eventId: e.id,
        userId: sql`h.value`,
        inviterId: actorId,
        createdAt: now,
        expiresAt: sql`min(${e.startsAt}, ${now + coHostInviteDuration})`,
      },
      sql`${added} ON CONFLICT DO NOTHING`,
    ),
    insertSelect(
      eventHosts,
      { eventId: e.id, userId: actorId, startsAt: e.startsAt, createdAt: now },
      sql`${candidates} AND h.value = ${actorId} ON CONFLICT DO NOTHING`,
    ),
  ]
}

/** The error for the form if a limit of `askCoHosts` was reached; null for every other error. */
export function explainCoHostLimits(error: unknown): AppError | null {
  if (!(error instanceof AssertionFailed)) return null
  const { label, maxPerDay } = outreachLimits.coHostInvite
  if (error.assertion === 'co-hosts-left-today') {
    return new AppError('TooMuchOutreach', { values: { max: maxPerDay, label }, field: 'form.coHosts' })
  }
  return error.assertion === 'co-hosts-not-asked-too-often' ? new AppError('AskedTooOften', { field: 'form.coHosts' }) : null
}
