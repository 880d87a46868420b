import { and, eq, type SQL, sql } from 'drizzle-orm'
import { conversationFacts } from '../messages/shared.ts'
import { hasHadCoupons } from '../orders/coupons.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import { maxUpcoming } from './create-event.ts'
import { coHostInvites, coHostLinks, eventHosts, eventInvites, events, eventUpdates, joiners } from './schema.ts'
import { e } from './tables.ts'

export type CopiedGame = { from: string; id: string; startsAt: number; endsAt: number }

/**
 * Copies games to other times, as games for the members of their community. People, pictures and messages are not copied. None is
 * made if the person would host too many games.
 */
export const copyGames = (dates: readonly CopiedGame[], { actorId, now, when }: { actorId: string; now: number; when: SQL }): SQL =>
  insertSelect(
    events,
    {
      ...{ id: sql`date.value->>'id'`, startsAt: sql`date.value->>'startsAt'`, endsAt: sql`date.value->>'endsAt'` },
      ...{ creatorId: actorId, state: 'published', visibility: 'team', cancelReason: '', taken: 0, waiting: 0, reminded: 0, version: 1 },
      ...{ createdAt: now, updatedAt: now, teamId: e.teamId, activity: e.activity, title: e.title, description: e.description },
      ...{ placeId: e.placeId, placeName: e.placeName, address: e.address, lat: e.lat, lng: e.lng, timeZone: e.timeZone },
      ...{ levelMin: e.levelMin, levelMax: e.levelMax, capacity: e.capacity, slots: sql`${e.slots}`, maxGuests: e.maxGuests },
      ...{
        needsApproval: sql`${e.needsApproval}`,
        questions: sql`${e.questions}`,
        leaveMinutes: e.leaveMinutes,
        waitlistMode: e.waitlistMode,
        pricing: sql`${e.pricing}`,
        formId: e.formId,
        joinsAt: sql`${e.joinsAt} + (date.value->>'startsAt') - ${e.startsAt}`,
        plusJoinsEarly: sql`${e.plusJoinsEarly}`,
      },
    },
    sql`FROM json_each(${JSON.stringify(dates)}) date CROSS JOIN ${events} ${e} ON ${e.id} = date.value->>'from'
      WHERE ${when} AND (SELECT count(*) FROM ${events} WHERE ${and(eq(events.creatorId, actorId), sql`${events.startsAt} > ${now}`)}) <= ${maxUpcoming - dates.length}
      ON CONFLICT (id) DO NOTHING`,
  )

/** The game is as it was made: nobody changed it, is in it, was invited to it, wrote in it or made a coupon for it. */
const isUntouched: SQL = sql`${events.version} = 1 AND ${events.state} = 'published' AND ${sql.join(
  [joiners, eventInvites, eventHosts, coHostInvites, coHostLinks, eventUpdates].map(
    (table) => sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.eventId} = ${events.id})`,
  ),
  sql` AND `,
)} AND NOT EXISTS (SELECT 1 FROM ${conversationFacts} WHERE ${conversationFacts.id} = 'event_' || ${events.id})
  AND NOT ${hasHadCoupons(events.id)}`

/** The ids of these games that nobody has touched. */
export const selectUntouched = (ids: readonly string[]): SQL =>
  sql`SELECT ${events.id} FROM ${events} WHERE ${inList(events.id, ids)} AND ${isUntouched}`

/** Deletes those of these games that nobody has touched and for which `when` is true. They must be in no list or map. */
export const deleteUntouched = (ids: readonly string[], when: SQL): SQL =>
  sql`DELETE FROM ${events} WHERE ${inList(events.id, ids)} AND ${isUntouched} AND ${when}`
