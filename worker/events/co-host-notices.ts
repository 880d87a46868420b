import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { coHostAcceptedNotice, coHostAskedNotice, coHostInviteOverNotice } from '../../domain/events/co-host-notices.ts'
import { formatWhenAndWhere } from '../../domain/events/format-when.ts'
import { people } from '../accounts/shared.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst } from '../platform/batch.ts'
import { selectFields } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { ci, isOpenInvite } from './co-host-invites.ts'
import { coHostInvites, eventHosts, events } from './schema.ts'
import { e } from './tables.ts'

const u = alias(people, 'u')

const gameFields = { title: e.title, startsAt: e.startsAt, timeZone: e.timeZone, placeName: e.placeName, state: e.state }

export const coHostNotices: Renderers<'co-host-asked' | 'co-host-accepted' | 'co-host-invite-over'> = {
  'co-host-asked': async ({ eventId, actorId, personId, at }, { db, now }) => {
    const found = await readFirst(
      db,
      selectFields(
        { ...gameFields, expiresAt: ci.expiresAt, actorName: u.displayName },
        sql`FROM ${coHostInvites} ${ci} JOIN ${events} ${e} ON ${e.id} = ${ci.eventId} JOIN ${people} ${u} ON ${u.id} = ${ci.inviterId} AND ${u.deletedAt} IS NULL
          WHERE ${ci.eventId} = ${eventId} AND ${ci.userId} = ${personId} AND ${ci.inviterId} = ${actorId} AND ${ci.createdAt} = ${at} AND ${isOpenInvite(now)}`,
      ),
    )
    if (!found?.actorName) return noDeliveries
    const whenAndWhere = formatWhenAndWhere(found, now)
    return notifyOne(coHostAskedNotice({ ...found, actorName: found.actorName, actorId, eventId, whenAndWhere, at, now }), personId)
  },
  'co-host-accepted': async ({ eventId, actorId, personId }, { db, now }) => {
    const found = await readFirst(
      db,
      selectFields(
        { ...gameFields, actorName: u.displayName },
        sql`FROM ${eventHosts} JOIN ${events} ${e} ON ${e.id} = ${eventHosts.eventId} JOIN ${people} ${u} ON ${u.id} = ${eventHosts.userId} AND ${u.deletedAt} IS NULL
          WHERE ${eventHosts.eventId} = ${eventId} AND ${eventHosts.userId} = ${actorId} AND ${isHostOf(personId)}`,
      ),
    )
    if (!found?.actorName || found.state === 'cancelled') return noDeliveries
    const { title } = found
    return notifyOne(
      coHostAcceptedNotice({ actorId, actorName: found.actorName, eventId, title, whenAndWhere: formatWhenAndWhere(found, now) }),
      personId,
    )
  },
  'co-host-invite-over': async ({ eventId, personId, at }, { db, now }) => {
    const found = await readFirst(
      db,
      selectFields(gameFields, sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isHostOf(personId)}`),
    )
    if (!found || found.state === 'cancelled' || found.startsAt <= now) return noDeliveries
    return notifyOne(coHostInviteOverNotice({ eventId, title: found.title, whenAndWhere: formatWhenAndWhere(found, now), at }), personId)
  },
}
