import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { friendHoldDurationOf } from '../../domain/events/rules.ts'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { isConnected } from '../connections/queries.ts'
import { isKeptOutByForm } from '../forms/filled-forms.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften } from '../outreach/commands.ts'
import { selectFields } from '../platform/row-query.ts'
import { formatHeldPrice } from './held-price.ts'
import { insertEntry } from './insert-entry.ts'
import { invitee, mayBeInvited } from './invite.ts'
import type { EventForJoiner } from './read-event-for-joiner.ts'
import { events, joiners } from './schema.ts'
import { freeSeats, seatStateBy } from './seats.ts'
import { e, j } from './tables.ts'
import { drawLotteryNumber, waitlistRankOf } from './waitlist-rank.ts'

// A seat that a player holds for a friend is an offer to that friend. So the friend accepts or declines it like every other offer, every count
// of seats includes it, and it ends by itself. Where a seat costs money, the friend pays for their own once they have accepted.

const [owner, actor] = [alias(people, 'owner'), alias(people, 'actor')]

type Holding = {
  /** The entry of the player, which this batch may write before. */
  joinerId: string
  userId: string
  eventId: string
  slotId: string | null
  friendIds: readonly string[]
  /** What else must be true, for a player who has joined before. */
  when?: SQL
  now: number
  newId: () => string
  platform: PlatformId | undefined
}

/**
 * The statements by which a player holds seats for friends, the first of which writes the entries. If the player has a seat, and there is one
 * for every friend too, they hold one for each friend who can be invited to this game. Nobody learns why a friend could not.
 */
export async function holdForFriends(
  event: EventForJoiner,
  { joinerId, userId, eventId, slotId, friendIds, when = sql`1`, now, newId, platform }: Holding,
) {
  const { pricing, startsAt } = event
  const until = now + friendHoldDurationOf(now, startsAt, pricing !== null)
  const rows = await Promise.all(
    friendIds.map(async (friendId) => {
      const token = makeMailToken()
      const code = makeTicketCode([...crypto.getRandomValues(new Uint32Array(6))])
      const draw = await drawLotteryNumber(eventId, friendId)
      return { id: newId(), friendId, token, hash: await hashSecret(token), code, draw, mailId: newId() }
    }),
  )
  const json = JSON.stringify(rows)
  const sent = { kind: 'invitation', senderId: userId, now } as const
  // The game may have moved, or may cost money, since it was read.
  const isAsRead = sql`${e.startsAt} = ${startsAt} AND (${e.pricing} IS NULL) = ${pricing === null ? 1 : 0} AND ${until} > ${now}`
  // Whoever often did not pay here can hold no seat, so nobody holds one for them either.
  const mayPay = sql`${seatStateBy('join', invitee.id, now)} IS NOT NULL`
  // If all of them must wait one day, the player is first, and their friends follow in the order they were chosen in.
  const found = sql`SELECT ${e.id} AS id, ${e.startsAt} AS startsAt, ${waitlistRankOf(invitee.id, sql`friend.value->>'draw'`)} AS waitlistRank, 'offered' AS state, friend.value->>'id' AS entryId,
      ${invitee.id} AS friendId, friend.value->>'hash' AS hash, friend.value->>'code' AS code, ${now} + 1 + friend.key AS joinedAt
    FROM json_each(${json}) friend CROSS JOIN ${people} ${invitee} ON ${invitee.id} = friend.value->>'friendId' CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId}
    WHERE ${when} AND ${hasSeat(joinerId)}
      AND ${freeSeats(slotId)} >= ${friendIds.length} AND NOT ${e.needsApproval} AND (${e.joinsAt} IS NULL OR ${e.joinsAt} <= ${now})
      AND ${isAsRead} AND ${mayPay}
      AND ${isConnected(userId, invitee.id)} AND ${mayBeInvited(userId)} AND NOT ${isKeptOutByForm(e, invitee.id, now)}
      AND ${isNotAskedTooOften(sent, invitee.id)} LIMIT ${countLeftToday(sent)}`
  const price = formatHeldPrice(pricing, startsAt, now)
  const data = {
    username: '',
    friendName: '',
    title: event.title,
    placeName: event.placeName,
    startsAt,
    timeZone: event.timeZone,
    ...(price && { price }),
  }
  const request = {
    platform,
    template: { name: 'friend-seat', data: { ...data, expiresAt: until, offeredAt: now, token: '' } },
  } satisfies Omit<MailRequest, 'to'>
  const held = sql`FROM json_each(${json}) friend CROSS JOIN ${joiners} ${j} ON ${j.id} = friend.value->>'id'`
  return [
    insertEntry(
      {
        ...{
          id: sql`found.entryId`,
          userId: sql`found.friendId`,
          slotId,
          tierId: null,
          guests: [],
          answers: {},
          ticketCode: sql`found.code`,
        },
        ...{ hasOwnMail: true, held: { by: userId, until, hash: sql`found.hash`, joinedAt: sql`found.joinedAt` }, now },
      },
      found,
    ),
    countOutreachTo(sent, sql`SELECT 'seat-held:' || ${j.id} AS id, ${j.userId} AS recipientId ${held}`),
    notifyOfRows(sql`SELECT 'seat-held:' || ${j.id} AS id, json_object('kind', 'seat-held', 'joinerId', ${j.id}) AS fact ${held}`, {
      now,
      platform,
    }),
    putRowsInOutbox(
      'mail',
      sql`SELECT friend.value->>'mailId' AS id, json_set(${JSON.stringify(request)}, '$.to', ${owner.email}, '$.template.data.username', ${nameToShowSql(owner)},
          '$.template.data.friendName', ${nameToShowSql(actor)}, '$.template.data.token', friend.value->>'token') AS body
        ${held} CROSS JOIN ${people} ${owner} ON ${owner.id} = ${j.userId} AND ${owner.emailVerifiedAt} IS NOT NULL
          CROSS JOIN ${people} ${actor} ON ${actor.id} = ${userId}`,
      { now },
    ),
  ]
}

/** The seats that a player holds for friends in a game. */
export const selectHeldFor = (userId: string, eventId: string) =>
  selectFields(
    { id: j.id },
    sql`FROM ${joiners} ${j} WHERE ${j.heldBy} = ${userId} AND ${j.eventId} = ${eventId} AND ${j.state} = 'offered'`,
  )

const hasSeat = (joinerId: string): SQL => sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.id} = ${joinerId} AND ${j.state} = 'going')`
