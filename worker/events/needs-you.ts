import { isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { day } from '../../domain/time/spans.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communityMembers } from '../teams/shared.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { selectUnansweredInvites } from './calendar-events.ts'
import { ci, isOpenInvite } from './co-host-invites.ts'
import { coHostInvites, events, joiners, seatTransfers } from './schema.ts'
import { e, j } from './tables.ts'

type Asked = { now: number; limit: number }

/** A game of a community waits for an answer in the last days before it. */
const answerAhead = 7 * day

const u = alias(people, 'u')
const tr = alias(seatTransfers, 'tr')

/** The id of the game has a name of its own, because a face has an id too. */
const gameFields = { gameId: computed(sql`${e.id}`, asText), title: e.title, startsAt: e.startsAt, timeZone: e.timeZone }
const isUpcoming = (userId: string, now: number): SQL => sql`${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${isVisibleTo(userId)}`

/** The games in which a seat is held for this person: until they answer the offer, or, if `expiresAt` is null, until they have paid. */
export const selectSeatsHeldFor = (userId: string, { now, limit }: Asked) =>
  selectFields(
    { ...gameFields, expiresAt: j.offerExpiresAt },
    sql`FROM ${joiners} ${j} CROSS JOIN ${events} ${e} ON ${e.id} = ${j.eventId}
      WHERE ${j.userId} = ${userId} AND ${j.startsAt} > ${now} AND ${j.state} IN ('offered', 'paying')
        AND (${j.state} = 'paying' OR ${j.offerExpiresAt} > ${now})
        AND ${isUpcoming(userId, now)}
      ORDER BY ${j.startsAt}, ${j.eventId} LIMIT ${limit}`,
  )

/** The seats that players offer to this person. */
export const selectTransfersTo = (userId: string, { now, limit }: Asked) => {
  const seat = alias(joiners, 'seat')
  return selectFields(
    { ...faceColumnsOf(u), ...gameFields, expiresAt: tr.expiresAt },
    sql`FROM ${seatTransfers} ${tr} CROSS JOIN ${joiners} ${seat} ON ${seat.id} = ${tr.joinerId} AND ${seat.state} = 'going'
      CROSS JOIN ${events} ${e} ON ${e.id} = ${tr.eventId}
      CROSS JOIN ${people} ${u} ON ${u.id} = ${tr.fromId} AND ${isNull(u.deletedAt)}
      WHERE ${tr.toId} = ${userId} AND ${tr.expiresAt} > ${now} AND ${hasNoBlock(userId, u.id)} AND ${isUpcoming(userId, now)}
      ORDER BY ${tr.expiresAt} LIMIT ${limit}`,
  )
}

/** The games that this person is asked to co-host. A series is asked for once, so its first date stands for all. */
export const selectCoHostInvitesTo = (userId: string, { now, limit }: Asked) =>
  selectFields(
    { ...faceColumnsOf(u), ...gameFields, startsAt: computed(sql`min(${e.startsAt})`, asNumber), expiresAt: ci.expiresAt },
    sql`FROM ${coHostInvites} ${ci} CROSS JOIN ${events} ${e} ON ${e.id} = ${ci.eventId}
      CROSS JOIN ${people} ${u} ON ${u.id} = ${ci.inviterId} AND ${isNull(u.deletedAt)}
      WHERE ${ci.userId} = ${userId} AND ${isOpenInvite(now)} AND ${e.startsAt} > ${now}
      GROUP BY coalesce(${e.seriesId}, ${e.id}) ORDER BY min(${e.startsAt}) LIMIT ${limit}`,
  )

/** The games of a person's communities in the next days for which they have no seat, are in no list, and do not host. */
export const selectTeamGamesToAnswer = (userId: string, { now, limit }: Asked) =>
  selectFields(
    gameFields,
    sql`FROM ${communityMembers} CROSS JOIN ${events} ${e} ON ${e.teamId} = ${communityMembers.teamId} AND ${e.startsAt} > ${now}
        AND ${e.startsAt} < ${now + answerAhead}
      WHERE ${communityMembers.userId} = ${userId} AND ${isUpcoming(userId, now)} AND NOT ${isHostOf(userId)}
        AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId})
      ORDER BY ${e.startsAt}, ${e.id} LIMIT ${limit}`,
  )

/** The next games to which this person is invited and has not answered. */
export const selectGamesToAnswer = (userId: string, { now, limit, isWanted }: Asked & { isWanted: (eventId: SQLWrapper) => SQL }) =>
  selectFields(
    gameFields,
    sql`FROM (${selectUnansweredInvites(userId, now, isWanted)}) open CROSS JOIN ${events} ${e} ON ${e.id} = open.id
      WHERE ${isUpcoming(userId, now)} ORDER BY ${e.startsAt}, ${e.id} LIMIT ${limit}`,
  )
