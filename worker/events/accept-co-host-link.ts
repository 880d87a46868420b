import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { maxCoHosts } from '../../domain/events/co-host-limits.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { leaveGames } from '../messages/leave.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, computed, select, selectFields } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { askedGameFields, toAskedGame } from './answer-co-host-invite.ts'
import { cl, hasRoomForCoHost, isLinkLeft, linkExpiresAt, mayHostByLink } from './co-host-links.ts'
import { isGoing } from './in-game.ts'
import { coHostInvites, coHostLinks, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

const u = alias(people, 'u')
const named = alias(events, 'named')

const linkOver = () => new AppError('CoHostLinkOver')

/** The link with its game, which is event `e`. */
const ofLink = (hash: string): SQL =>
  sql`FROM ${coHostLinks} ${cl} CROSS JOIN ${events} ${e} ON ${e.id} = ${cl.eventId} WHERE ${cl.tokenHash} = ${hash}`

const isHostAlready = (hash: string, userId: string): SQL => sql`EXISTS (SELECT 1 ${ofLink(hash)} AND ${isHostOf(userId)})`

/** The link with each date that it is for, which is event `e`. */
const datesOfLink = (hash: string): SQL =>
  sql`FROM ${coHostLinks} ${cl} CROSS JOIN ${events} ${named} ON ${named.id} = ${cl.eventId}
    CROSS JOIN ${events} ${e} ON (${e.id} = ${named.id} OR (${cl.isForSeries} AND ${e.seriesId} = ${named.seriesId} AND ${e.startsAt} > ${named.startsAt}))
    WHERE ${cl.tokenHash} = ${hash}`

/**
 * What a link asks for. Every link that this person cannot use answers like one that does not exist. Visitors see the game and not who made
 * the link, and then sign up.
 */
export async function findCoHostLink(db: Database, viewerId: string | null, token: string, now: number): Promise<CoHostInvite> {
  const hash = await hashSecret(token)
  const { link, dates } = await runBatch(db, {
    link: selectFields(
      {
        ...askedGameFields,
        ...faceColumnsOf(u),
        expiresAt: computed(linkExpiresAt, asNumber),
        isHost: computed(isHostOf(viewerId), asBoolean),
        isOpen: computed(sql`(${isLinkLeft(now)} AND ${mayHostByLink(viewerId, now)})`, asBoolean),
      },
      sql`FROM ${coHostLinks} ${cl} CROSS JOIN ${events} ${e} ON ${e.id} = ${cl.eventId}
        CROSS JOIN ${people} ${u} ON ${u.id} = ${cl.inviterId} AND ${u.deletedAt} IS NULL WHERE ${cl.tokenHash} = ${hash}`,
    ),
    dates: select({ count: asNumber }, sql`SELECT count(*) AS count ${datesOfLink(hash)} AND ${mayHostByLink(viewerId, now)}`),
  })
  const [row] = link.rows
  if (!row || !(row.isHost || row.isOpen)) throw linkOver()
  const { id, name, photoKey, expiresAt, isHost, isOpen: _, ...game } = row
  const event = toAskedGame(game)
  if (isHost) return { event, otherDates: 0, state: 'accepted', inviter: null, expiresAt: null }
  const inviter = viewerId === null ? null : toFace({ id, name, photoKey })
  return { event, otherDates: Math.max(0, (dates.rows[0]?.count ?? 0) - 1), state: 'open', inviter, expiresAt }
}

/**
 * Makes the person a co-host of the game of the link, and of the later dates that have room if it is for a series. A host stays a host, and
 * the link keeps its uses. The versions of the games increase, because an open form would remove the new co-host.
 */
export async function acceptCoHostLink(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  token: string,
): Promise<void> {
  const hash = await hashSecret(token)
  const isHost = isHostAlready(hash, userId)
  const dates = sql`${datesOfLink(hash)} AND ${mayHostByLink(userId, now)} AND NOT ${isHostOf(userId)} AND ${hasRoomForCoHost(userId)} AND NOT ${isHost}`
  await runBatch(db, {
    isOpen: mustHold(
      'co-host-link-open',
      sql`(${isHost} OR EXISTS (SELECT 1 ${ofLink(hash)} AND ${isLinkLeft(now)} AND ${mayHostByLink(userId, now)}))`,
    ),
    hasRoom: mustHold('co-hosts-left', sql`(${isHost} OR EXISTS (SELECT 1 ${ofLink(hash)} AND ${hasRoomForCoHost(userId)}))`),
    notified: notifyOfRows(
      sql`SELECT ${newId()} AS id,
          json_object('kind', 'co-host-accepted', 'eventId', ${cl.eventId}, 'actorId', ${userId}, 'personId', ${cl.inviterId}) AS fact
        ${ofLink(hash)} AND NOT ${isHost}`,
      { now, platform },
    ),
    used: updateSet(coHostLinks, { uses: sql`${coHostLinks.uses} + 1` }, sql`WHERE ${coHostLinks.tokenHash} = ${hash} AND NOT ${isHost}`),
    changed: updateSet(events, { version: sql`${events.version} + 1` }, sql`WHERE ${events.id} IN (SELECT ${e.id} ${dates})`),
    // Who plays already connects again to the conversations, and keeps order there.
    readmitted: leaveGames(sql`SELECT ${e.id} AS eventId, ${userId} AS userId ${dates} AND ${isGoing(e.id, userId)}`, now, {
      mayReturn: true,
    }),
    answered: db
      .delete(coHostInvites)
      .where(sql`${eq(coHostInvites.userId, userId)} AND ${coHostInvites.eventId} IN (SELECT ${e.id} ${dates})`),
    // The last statement, because the ones before ask who is not a host yet.
    accepted: insertSelect(
      eventHosts,
      { eventId: e.id, userId, startsAt: e.startsAt, createdAt: now },
      sql`${dates} ON CONFLICT DO NOTHING`,
    ),
  }).catch((error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    throw error.assertion === 'co-hosts-left' ? new AppError('CoHostsFull', { values: { max: maxCoHosts } }) : linkOver()
  })
}
