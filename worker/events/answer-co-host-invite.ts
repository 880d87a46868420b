import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { leaveGames } from '../messages/leave.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { selectFields } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { ci, isOpenInvite } from './co-host-invites.ts'
import { endCoHostInvites } from './end-co-host-invites.ts'
import { isGoing } from './in-game.ts'
import { coHostInvites, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

const u = alias(people, 'u')

/** What a person who is asked to co-host sees of the game. */
export const askedGameFields = {
  eventId: e.id,
  title: e.title,
  activity: e.activity,
  startsAt: e.startsAt,
  endsAt: e.endsAt,
  timeZone: e.timeZone,
  placeName: e.placeName,
}

/** Selects the ids of the game and of all dates of its series, because one answer is for all of them. */
const selectDates = (eventId: string): SQL => sql`SELECT ${events.id} FROM ${events}
  WHERE ${events.id} = ${eventId} OR ${events.seriesId} = (SELECT ${events.seriesId} FROM ${events} WHERE ${events.id} = ${eventId})`

/** The open invitations of this person to the game and its series. */
const openInvites = (userId: string, eventId: string, now: number): SQL => sql`FROM ${coHostInvites} ${ci}
  JOIN ${events} ${e} ON ${e.id} = ${ci.eventId} JOIN ${people} ${u} ON ${u.id} = ${ci.inviterId} AND ${u.deletedAt} IS NULL
  WHERE ${ci.userId} = ${userId} AND ${ci.eventId} IN (${selectDates(eventId)}) AND ${isOpenInvite(now)}`

const selectHosted = (userId: string, eventId: string) =>
  selectFields(askedGameFields, sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isHostOf(userId)}`)

export async function findCoHostInvite(db: Database, userId: string, eventId: string, now: number): Promise<CoHostInvite> {
  const { invites, hosted } = await runBatch(db, {
    invites: selectFields(
      { ...askedGameFields, ...faceColumnsOf(u), expiresAt: ci.expiresAt },
      sql`${openInvites(userId, eventId, now)} ORDER BY ${e.startsAt}`,
    ),
    hosted: selectHosted(userId, eventId),
  })
  const [first, ...others] = invites.rows
  if (first) {
    const { id, name, photoKey, expiresAt, ...event } = first
    return { event: toAskedGame(event), otherDates: others.length, state: 'open', inviter: toFace({ id, name, photoKey }), expiresAt }
  }
  const [event] = hosted.rows
  if (!event) throw eventNotFound()
  return { event: toAskedGame(event), otherDates: 0, state: 'accepted', inviter: null, expiresAt: null }
}

export const toAskedGame = <Row extends { eventId: string }>({ eventId, ...event }: Row) => ({ id: eventId, ...event })

/** Makes the viewer a co-host of all dates for which they were asked. Doing it again changes nothing. */
export async function acceptCoHostInvite(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
): Promise<void> {
  const { accepted, hosted } = await runBatch(db, {
    notified: notifyOfRows(
      sql`SELECT ${`${newId()}:`} || inviterId AS id,
          json_object('kind', 'co-host-accepted', 'eventId', eventId, 'actorId', ${userId}, 'personId', inviterId) AS fact
        FROM (SELECT ${ci.inviterId} AS inviterId, ${e.id} AS eventId, min(${e.startsAt}) ${openInvites(userId, eventId, now)} GROUP BY ${ci.inviterId})`,
      { now, platform },
    ),
    accepted: insertSelect(
      eventHosts,
      { eventId: e.id, userId, startsAt: e.startsAt, createdAt: now },
      sql`${openInvites(userId, eventId, now)} ON CONFLICT DO NOTHING`,
    ),
    // Who plays already connects again to the conversations, and keeps order there.
    readmitted: leaveGames(
      sql`SELECT ${eventHosts.eventId} AS eventId, ${userId} AS userId FROM ${eventHosts}
        WHERE ${eventHosts.userId} = ${userId} AND ${eventHosts.eventId} IN (SELECT ${ci.eventId} ${openInvites(userId, eventId, now)})
          AND ${isGoing(eventHosts.eventId, userId)}`,
      now,
      { mayReturn: true },
    ),
    deleted: db
      .delete(coHostInvites)
      .where(
        sql`${eq(coHostInvites.userId, userId)} AND EXISTS (SELECT 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${coHostInvites.eventId} AND ${eventHosts.userId} = ${userId})`,
      ),
    hosted: selectHosted(userId, eventId),
  })
  if (accepted.changes === 0 && hosted.rows.length === 0) throw new AppError('CoHostInviteOver')
}

/** Declines for all dates of the series. Doing it again changes nothing. */
export async function declineCoHostInvite(db: Database, now: number, userId: string, eventId: string): Promise<void> {
  const which = sql`${coHostInvites.userId} = ${userId} AND ${coHostInvites.eventId} IN (${selectDates(eventId)})`
  await runBatch(db, { ended: endCoHostInvites(which, now) })
}
