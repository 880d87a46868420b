import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { FriendSeat } from '../../domain/events/contract.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { asBoolean, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { joiners } from './schema.ts'
import { hasSeatIn, isActiveIn } from './seat-states.ts'
import { j } from './tables.ts'

const u = alias(people, 'u')

const maxFriendsRead = 20

/** The seats that the viewer holds for friends, and the one that a friend holds for the viewer. */
export const selectFriends = (viewerId: string, id: string, now: number) => {
  const seat = alias(joiners, 'seat')
  return selectFields(
    {
      ...faceColumnsOf(u),
      isMine: computed(sql`${seat.heldBy} = ${viewerId}`, asBoolean),
      hasAccepted: computed(hasSeatIn(seat), asBoolean),
      isPaying: computed(sql`${seat.state} = 'paying'`, asBoolean),
      expiresAt: seat.offerExpiresAt,
    },
    sql`FROM (SELECT * FROM ${joiners} WHERE ${joiners.heldBy} = ${viewerId} AND ${joiners.eventId} = ${id}
        UNION ALL SELECT * FROM ${joiners} WHERE ${joiners.userId} = ${viewerId} AND ${joiners.eventId} = ${id} AND ${joiners.heldBy} IS NOT NULL) ${seat}
      JOIN ${people} ${u} ON ${u.id} = iif(${seat.heldBy} = ${viewerId}, ${seat.userId}, ${seat.heldBy}) AND ${u.deletedAt} IS NULL
      WHERE (${hasSeatIn(seat)} OR (${seat.state} = 'offered' AND ${seat.offerExpiresAt} > ${now})) AND ${hasNoBlock(viewerId, u.id)}
      ORDER BY ${seat.joinedAt}, ${seat.id} LIMIT ${maxFriendsRead}`,
  )
}

export type FriendRow = RowOf<ReturnType<typeof selectFriends>>

export const toFriendSeat = ({ isMine, hasAccepted, isPaying, expiresAt, ...face }: FriendRow): FriendSeat => ({
  person: toFace(face),
  isMine,
  hasAccepted,
  ...(isPaying && { isPaying }),
  expiresAt,
})

/** In a statement: the friends who are in a game because a player holds or held a seat for them. They count like guests of the player. */
export const countFriendsOf = (userId: string, eventId: SQLWrapper | string): SQL =>
  sql`(SELECT count(*) FROM ${joiners} ${j} WHERE ${j.heldBy} = ${userId} AND ${j.eventId} = ${eventId} AND ${isActiveIn(j)})`

/** In a statement: the same friends, and those whom the player brings now. */
export const countFriendsWith = (friendIds: readonly string[], userId: string, eventId: string): SQL => sql`
  (${countFriendsOf(userId, eventId)} + (SELECT count(*) FROM json_each(${JSON.stringify(friendIds)}) wanted WHERE NOT EXISTS (SELECT 1 FROM ${joiners} ${j}
    WHERE ${j.eventId} = ${eventId} AND ${j.userId} = wanted.value AND ${j.heldBy} = ${userId} AND ${isActiveIn(j)})))`
