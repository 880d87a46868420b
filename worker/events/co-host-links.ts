import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { maxCoHosts } from '../../domain/events/co-host-limits.ts'
import type { MadeCoHostLink, MakeCoHostLink, OwnCoHostLink } from '../../domain/events/co-host-link-contract.ts'
import { coHostInviteDuration } from '../../domain/events/rules.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { hasNoBlockWithHosts, isHostOf } from './acting.ts'
import { coHostInvites, coHostLinks, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

/** A link by which people become co-hosts of event `e`. */
export const cl = alias(coHostLinks, 'cl')

/** A link ends at the start of its game, also if the game was moved to an earlier time. */
export const linkExpiresAt = sql`min(${cl.expiresAt}, ${e.startsAt})`

const isComing = (now: number): SQL => sql`(${e.state} <> 'cancelled' AND ${e.startsAt} > ${now})`

/** Whether link `cl` has time and uses left. */
export const isLinkLeft = (now: number): SQL => sql`(${cl.expiresAt} > ${now} AND ${cl.uses} < ${cl.maxUses})`

/**
 * Whether a person may become a co-host of event `e` by a link of this inviter: under the same rules as by an invitation. Visitors (null)
 * have no blocks.
 */
export const mayHostByLink = (userId: string | null, now: number): SQL => sql`
  (${isComing(now)} AND ${isHostOf(cl.inviterId)}
    ${userId === null ? sql`` : sql`AND ${hasNoBlock(userId, cl.inviterId)} AND ${hasNoBlockWithHosts(userId)}`})`

/** Whether event `e` can have one more co-host. Who was asked and has not answered counts too, as in the form. */
export const hasRoomForCoHost = (userId: string): SQL => sql`
  ((SELECT count(*) FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${e.id})
    + (SELECT count(*) FROM ${coHostInvites} WHERE ${coHostInvites.eventId} = ${e.id} AND ${coHostInvites.userId} <> ${userId}) < ${maxCoHosts})`

const selectOwnLink = (hostId: string, eventId: string, now: number) =>
  selectFields(
    { isForSeries: cl.isForSeries, uses: cl.uses, maxUses: cl.maxUses, expiresAt: computed(linkExpiresAt, asNumber) },
    sql`FROM ${coHostLinks} ${cl} JOIN ${events} ${e} ON ${e.id} = ${cl.eventId}
      WHERE ${cl.eventId} = ${eventId} AND ${cl.inviterId} = ${hostId} AND ${isLinkLeft(now)} AND ${isComing(now)}`,
  )

/** The open link of this host to the game; null if there is none. */
export const findOwnCoHostLink = async (db: Database, now: number, hostId: string, eventId: string): Promise<OwnCoHostLink | null> =>
  (await readFirst(db, selectOwnLink(hostId, eventId, now))) ?? null

const replaced = ['tokenHash', 'isForSeries', 'uses', 'maxUses', 'createdAt', 'expiresAt'] as const
const replaceLink = onConflictUpdate(
  coHostLinks,
  ['eventId', 'inviterId'],
  Object.fromEntries(replaced.map((name) => [name, excluded(coHostLinks[name])])),
)

/** Makes the link of this host to the game. A new one replaces the one before, which then no longer works. */
export async function makeCoHostLink(
  db: Database,
  now: number,
  hostId: string,
  eventId: string,
  { isForSeries, maxUses }: MakeCoHostLink,
): Promise<MadeCoHostLink> {
  const token = makeMailToken()
  const link = {
    tokenHash: await hashSecret(token),
    isForSeries: sql`${Number(isForSeries)} AND ${e.seriesId} IS NOT NULL`,
    ...{ uses: 0, maxUses, createdAt: now },
    expiresAt: sql`min(${e.startsAt}, ${now + coHostInviteDuration})`,
  }
  const { made, own } = await runBatch(db, {
    made: insertSelect(
      coHostLinks,
      { eventId: e.id, inviterId: hostId, ...link },
      sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isComing(now)} AND ${isHostOf(hostId)}
        ${replaceLink}`,
    ),
    own: selectOwnLink(hostId, eventId, now),
  })
  const [row] = own.rows
  if (made.changes === 0 || !row) throw new AppError('EventOverOrCancelled')
  return { token, ...row }
}

/** Ends the link of this host to the game. Doing it again changes nothing. */
export async function endCoHostLink(db: Database, hostId: string, eventId: string): Promise<void> {
  await write(db, sql`DELETE FROM ${coHostLinks} WHERE ${coHostLinks.eventId} = ${eventId} AND ${coHostLinks.inviterId} = ${hostId}`)
}

/** Deletes links that are over. */
export async function expireCoHostLinks(db: Database, now: number, max: number): Promise<void> {
  await write(
    db,
    sql`DELETE FROM ${coHostLinks} WHERE (${coHostLinks.eventId}, ${coHostLinks.inviterId}) IN (SELECT ${coHostLinks.eventId}, ${coHostLinks.inviterId}
      FROM ${coHostLinks} WHERE ${coHostLinks.expiresAt} <= ${now} ORDER BY ${coHostLinks.expiresAt} LIMIT ${max})`,
  )
}
